// The page as a whole: its size, its layout at three widths in both schemes, offline, by keys alone, and as a package.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, open, run, until, web, work } from "./browser.mjs";

const LARGEST = 450e3; // bytes by gzip, to the first sound
const rooms = ["play", "strike", "laboratory", "scenes", "papers"];

/** Texts that stand out too little from what they are written on. */
const contrast = () => {
    const luminance = (colour) => {
        const whole = colour.startsWith("color(") ? 1 : 255;
        const parts = colour.match(/[\d.]+/g).slice(0, 3).map((part) => Number(part) / whole).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
    };
    const behind = (element) => {
        for (let at = element; at; at = at.parentElement) {
            const style = getComputedStyle(at);
            if (style.backgroundImage.includes("linear-gradient")) {
                // both ends of the last one, which is the ground
                return style.backgroundImage.split("linear-gradient").pop().match(/(rgb|color)\([^)]*\)/g);
            }
            const alpha = /rgba?\(.*,\s*0\)/.test(style.backgroundColor);
            if (!alpha && style.backgroundColor !== "rgba(0, 0, 0, 0)") {
                return [style.backgroundColor];
            }
        }
        return [getComputedStyle(document.body).backgroundColor];
    };
    const bad = [];
    const walker = document.createTreeWalker(document.querySelector("#app"), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        if (!node.textContent.trim() || !element.checkVisibility({ opacityProperty: true }) || element.closest(".cm-editor, :disabled")) {
            continue;
        }
        const style = getComputedStyle(element);
        if (Number(style.opacity) < 1) {
            bad.push(`${node.textContent.trim().slice(0, 30)} shines through`);
        }
        for (const ground of behind(element)) {
            const [a, b] = [luminance(style.color), luminance(ground)];
            const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
            if (ratio < 4.5) {
                bad.push(`${node.textContent.trim().slice(0, 30)}: ${ratio.toFixed(2)} (${style.color} on ${ground})`);
            }
        }
    }
    return bad;
};

const offline = async (page, context) => {
    await open(page, "#/play");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await until("all is kept", () => page.evaluate(async () => {
        const kept = await caches.keys();
        return kept.length === 1 && (await (await caches.open(kept[0])).keys()).length > 20;
    }));
    await context.setOffline(true);
    for (const room of rooms) {
        await open(page, `#/${room}`);
    }
    await open(page, "#/play/mallet/marimba");
    await page.locator(".bar").first().click();
    await until("sound offline", async () => /[1-9]/.test(await page.locator("output[aria-label='largest force']").innerText()));
    await context.setOffline(false);
};
offline.offline = true;

await run({
    async "size to the first sound"(page) {
        const { sum } = JSON.parse(readFileSync(join(web, ".sizes.json"), "utf8"));
        check(sum <= LARGEST, `${sum} bytes by gzip to the first sound, must be at most ${LARGEST}`);
        // and nothing else is asked for before it
        const { first } = JSON.parse(readFileSync(join(web, ".sizes.json"), "utf8"));
        const asked = [];
        page.on("request", (request) => asked.push(request.url().replace(`${page.origin}/`, "")));
        await open(page, "");
        await page.locator(".bar").nth(3).click();
        await until("sound", async () => /[1-9]/.test(await page.locator("output[aria-label='largest force']").innerText()));
        const known = new Set([...Object.keys(first), "", "manifest.json"]);
        const more = asked.filter((file) => !known.has(file.split(/[?#]/)[0]));
        check(more.length === 0, `asked for before the first sound, and not counted: ${more}`);
        console.log(`        ${Math.round(sum / 1000)} kB by gzip to the first sound`);
    },

    async "three widths, both schemes"(page) {
        for (const colorScheme of ["light", "dark"]) {
            await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
            for (const width of [400, 800, 1440]) {
                await page.setViewportSize({ width, height: 900 });
                for (const room of rooms) {
                    await open(page, `#/${room}`);
                    if (room === "scenes") {
                        await until("a scene", async () => (await page.locator(".state").innerText()).includes("LUFS"));
                    }
                    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
                    check(over <= 0, `${room} is ${over} px wider than ${width}`);
                    if (room === "play") {
                        const [levels, knobs] = await page.evaluate(() => [".levels", ".knobs"].map((one) => document.querySelector(one).getBoundingClientRect().top));
                        check(width > 1000 || levels < knobs, `at ${width} px the levels are below the knobs`);
                    }
                    const bad = await page.evaluate(contrast);
                    check(bad.length === 0, `${room}, ${colorScheme}, ${width} px: too little contrast: ${bad.slice(0, 5).join("; ")}`);
                }
            }
        }
    },

    async "rooms by keys"(page) {
        await open(page, "#/play");
        await page.keyboard.press("Tab");
        check((await page.evaluate(() => document.activeElement.textContent)) === "Skip to the room", "the first stop is not the way past the rail");
        for (let i = 0; i < 3; i++) {
            await page.keyboard.press("Tab");
        }
        check((await page.evaluate(() => document.activeElement.textContent)) === "Strike", "the rail cannot be reached by keys");
        await page.keyboard.press("Enter");
        await until("Strike", () => page.evaluate(() => document.title.startsWith("Strike")));
        check((await page.locator("[aria-current=page]").innerText()) === "Strike", "the rail does not say where one is");
        await page.goBack();
        await until("back to Play", () => page.evaluate(() => document.title.startsWith("Play")));
    },

    "works offline after the first visit": offline,

    async "the package on a page of its own"(page) {
        const example = readFileSync(join(web, "package/example.html"), "utf8");
        check(example.trim().split("\n").length <= 25, "the example is longer than it says");
        await page.addInitScript(() => {
            const Native = AudioContext;
            window.AudioContext = class extends Native {
                constructor(...given) {
                    super(...given);
                    window.__context = this;
                }
            };
            const connect = AudioNode.prototype.connect;
            AudioNode.prototype.connect = function (to, ...rest) {
                if (to === window.__context?.destination && !window.__ear) {
                    window.__ear = new AnalyserNode(window.__context);
                    connect.call(this, window.__ear);
                }
                return connect.call(this, to, ...rest);
            };
        });
        await page.goto(`${page.host}/package/example.html`);
        await page.locator("#hit").click();
        await until("sound of the example", () => page.evaluate(() => {
            const samples = new Float32Array(2048);
            window.__ear?.getFloatTimeDomainData(samples);
            return samples.some((x) => Math.abs(x) > 1e-3);
        }));
        const refused = await page.evaluate(async () => {
            const { Urto } = await import("/package/dist/urto.js");
            const urto = await Urto.create(new OfflineAudioContext(2, 128, 44100));
            const bar = await urto.instrument("mallet", { preset: "marimba", values: { decay: 0.5 } });
            const tries = [() => urto.instrument("kazoo"), () => urto.instrument("mallet", { preset: "x" }), async () => bar.set("decay", NaN), async () => bar.set("no", 1), () => urto.instrument("mallet", { voices: 1000 })];
            return Promise.all(tries.map((one) => one().then(() => "taken", (error) => error.message)));
        });
        check(refused.every((one) => one.includes("must be")), `refusals of the package: ${refused.join(" | ")}`);
    },

    async "types of the package"() {
        const folder = join(work, "consumer");
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(join(folder, "node_modules"), { recursive: true });
        symlinkSync(join(web, "package"), join(folder, "node_modules/urto"));
        writeFileSync(join(folder, "package.json"), '{"type": "module"}');
        const compile = (resolution, call) => {
            writeFileSync(join(folder, "a.ts"), `import { Urto } from "urto";
const urto = await Urto.create(new AudioContext());
const bar = await urto.instrument("mallet", { preset: "marimba", values: { decay: 0.5 } });
bar.onmeter = ({ peak, load }) => console.log(peak[0] + load);
console.log(urto.tables.instruments[0].presets[0].id.length);
${call};
`);
            const module = resolution === "bundler" ? "es2022" : "nodenext";
            const { stdout } = spawnSync(join(web, "node_modules/.bin/tsc"), ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom", "--module", module, "--moduleResolution", resolution, "a.ts"], { cwd: folder, encoding: "utf8" });
            return stdout.trim();
        };
        for (const resolution of ["bundler", "nodenext"]) {
            const said = compile(resolution, "bar.noteOn(60, 0.8)");
            check(said === "", `a page that uses the package does not compile by ${resolution}: ${said}`);
            for (const [wrong, right] of [["bar.noteOn('x', 0.8)", "TS2345"], ["urto.tables.kazoo", "TS2339"], ["bar.onmeter = ({ loudness }) => loudness", "TS2339"]]) {
                const refused = compile(resolution, wrong);
                check(refused.includes(right) && refused.split("\n").filter((line) => /^a\.ts/.test(line)).length >= 1, `${wrong} is not refused by ${resolution}: ${refused}`);
            }
        }
    },
});
