// Makes dist and package/dist from the sources and the module that `build` has compiled.
//   node bundle.mjs ENGINE.wasm PAPERS TYPES: the report of the papers if it is there, the declarations of the package
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const [engine, papers, types] = process.argv.slice(2);
const out = join(here, ".dist");
const dist = join(here, "dist");
const packed = join(here, "package/dist");

const common = { bundle: true, minify: true, format: "esm", target: "es2022", logLevel: "warning", legalComments: "none" };
const entry = (name) => join(here, "src", name);

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

// a scheme keeps its colour, mark and dash: those of the figures
const looks = {};
for (const [, name, colour, mark, dash] of readFileSync(join(root, "output/plot.c"), "utf8").matchAll(/\{"([\w-]+)", \{"(#\w+)", (\d+), [\d.]+, (?:NULL|"\(([\d,]+)\)")\}\}/g)) {
    looks[name] = { colour, mark: Number(mark), dash: dash ? dash.split(",").map(Number) : [] };
}
const compiled = await WebAssembly.compile(readFileSync(engine));
const imports = {};
for (const { module, name } of WebAssembly.Module.imports(compiled)) {
    (imports[module] ??= {})[name] = () => 0;
}
const { exports: call } = await WebAssembly.instantiate(compiled, imports);
call._initialize();
call.tables();
const told = Buffer.from(call.memory.buffer, call.text());
const lookless = JSON.parse(told.toString("utf8", 0, told.indexOf(0))).schemes.filter(({ name }) => !looks[name]).map(({ name }) => name);
if (lookless.length) {
    throw new Error(`no look in output/plot.c for the schemes ${lookless.join(", ")}`);
}

await build({ ...common, define: { SCHEME_LOOKS: JSON.stringify(looks) }, entryPoints: { app: entry("page/main.ts"), measure: entry("page/measure.ts") }, outdir: out, splitting: true, chunkNames: "part-[name]-[hash]" });
await build({ ...common, entryPoints: { worklet: entry("engine/processor.ts"), render: entry("engine/render.ts") }, outdir: out });

// one face with the reports
const face = readFileSync(join(root, "output/page.css"), "utf8").split("\n");
const colours = face.slice(0, face.findIndex((line) => line.startsWith("h1 ")));
const style = `${colours.join("\n")}\n${readFileSync(entry("page/app.css"), "utf8")}`;
await build({ ...common, stdin: { contents: style, loader: "css" }, external: ["*.woff2"], outfile: join(out, "app.css") });
const mark = readFileSync(join(root, "output/mark.svg"), "utf8");
writeFileSync(join(out, "icon.svg"), mark.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ').replace("currentColor", "#C8401F"));
const page = readFileSync(join(here, "static/index.html"), "utf8");
writeFileSync(join(out, "index.html"), page.replace("<!-- mark -->", mark.replace("<svg ", '<svg id="mark" hidden ').trim()));
for (const file of ["manifest.json", "measure.html"]) {
    cpSync(join(here, "static", file), join(out, file));
}

const font = (family, file) => join(here, "node_modules/@fontsource-variable", family, "files", file);
cpSync(font("inter", "inter-latin-wght-normal.woff2"), join(out, "inter.woff2"));
cpSync(font("inter", "inter-greek-wght-normal.woff2"), join(out, "inter-greek.woff2"));
cpSync(font("jetbrains-mono", "jetbrains-mono-latin-wght-normal.woff2"), join(out, "mono.woff2"));
cpSync(engine, join(out, "urto.wasm"));

// scenes that ship, and the bodies of Strike
const scenes = readdirSync(join(root, "scenes")).filter((file) => file.endsWith(".yaml")).sort();
mkdirSync(join(out, "scenes"));
scenes.forEach((file) => cpSync(join(root, "scenes", file), join(out, "scenes", file)));
writeFileSync(join(out, "scenes/index.json"), JSON.stringify(scenes.map((file) => file.replace(".yaml", ""))));
cpSync(join(here, "strike"), join(out, "strike"), { recursive: true });
if (existsSync(join(papers, "index.html"))) {
    cpSync(papers, join(out, "papers"), { recursive: true });
    // in the page's own type, not in that of the machine; it lies in a frame, where other places do not belong
    const faces = readFileSync(entry("page/app.css"), "utf8").match(/@font-face \{[^}]*\}/g).join("\n").replaceAll("url(", "url(../");
    const report = join(out, "papers/index.html");
    writeFileSync(report, readFileSync(report, "utf8").replace("<style>", `<style>\n${faces}`).replaceAll('<a href="https://', '<a target="_blank" rel="noopener" href="https://'));
}

// the service worker knows all files by what is in them
const files = readdirSync(out, { recursive: true }).filter((file) => statSync(join(out, file)).isFile()).sort();
const hash = createHash("sha256");
files.forEach((file) => hash.update(file).update(readFileSync(join(out, file))));
const kept = ["./", ...files.filter((file) => file !== "index.html")];
await build({ ...common, format: "iife", entryPoints: { sw: entry("page/sw.ts") }, outdir: out, define: { FILES: JSON.stringify(kept), BUILD: JSON.stringify(hash.digest("hex").slice(0, 12)) } });

rmSync(dist, { recursive: true, force: true });
renameSync(out, dist);

// the same engine for other people's pages
rmSync(packed, { recursive: true, force: true });
await build({ ...common, entryPoints: { urto: entry("engine/urto.ts") }, outdir: packed });
cpSync(join(dist, "worklet.js"), join(packed, "worklet.js"));
cpSync(join(dist, "urto.wasm"), join(packed, "urto.wasm"));
for (const name of ["urto", "core", "messages", "tables"]) {
    cpSync(join(types, "engine", `${name}.d.ts`), join(packed, `${name}.d.ts`));
}

const first = ["index.html", "app.css", "app.js", "icon.svg", "inter.woff2", "urto.wasm", "worklet.js"];
const app = readFileSync(join(dist, "app.js"), "utf8");
first.push(...readdirSync(dist).filter((file) => file.startsWith("part-") && new RegExp(`(from|import)"\\./${file.replaceAll(".", "\\.")}"`).test(app)));
const size = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;
const sizes = first.map((file) => [file, size(file)]);
const sum = sizes.reduce((total, [, bytes]) => total + bytes, 0);
writeFileSync(join(dist, "../.sizes.json"), JSON.stringify({ first: Object.fromEntries(sizes), sum }));
console.log(`${relative(root, dist)}: ${files.length + 1} files; to the first sound ${Math.round(sum / 1000)} kB by gzip (${sizes.map(([file, bytes]) => `${file} ${Math.round(bytes / 1000)}`).join(", ")})`);
