// The page sounds as the library does: every instrument's phrase and five scenes, rendered by the worklet in an
// OfflineAudioContext, beside the samples that the library itself has written.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { check, reference, root, run, web, work } from "./browser.mjs";
import { octaves, partials } from "./measure.mjs";

const RATE = 48000;
const CLOSE = 1.2e-7; // of the peak: the last bit of a float
const LOUDNESS = 0.1; // dB
const CENTS = 0.5;
// These make a new sound of a last bit: each bump is met at another moment. They have no partials that last, and the gates of
// loudness let other moments count; bands an octave wide are compared instead.
const MAGNIFY = new Set(["roll", "scrape"]);
const BANDS = 0.25; // dB

function native(args, raw) {
    const told = JSON.parse(execFileSync(reference, [...args, raw], { encoding: "utf8" }));
    const bytes = readFileSync(raw);
    const all = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    return { ...told, sound: [all.subarray(0, told.frames), all.subarray(told.frames)] };
}

/** How two sounds differ: by samples, loudness and partials. */
function compare(name, ours, told) {
    const peak = Math.max(...told.sound.map((channel) => channel.reduce((most, x) => Math.max(most, Math.abs(x)), 0)));
    check(peak > 1e-4, `${name} is silent`);
    let early = 0;
    let whole = 0;
    for (let c = 0; c < 2; c++) {
        for (let i = 0; i < told.frames; i++) {
            const difference = Math.abs(ours[c][i] - told.sound[c][i]) / peak;
            whole = Math.max(whole, difference);
            early = i < told.third ? Math.max(early, difference) : early;
        }
    }
    let text = `${name}: ${early.toExponential(1)} of the peak until the third contact, ${whole.toExponential(1)} in all`;
    check(early <= CLOSE, `${text}: must be ${CLOSE}`);
    if (whole > CLOSE) {
        const decibels = loudness(ours, RATE) - loudness(told.sound, RATE);
        check(MAGNIFY.has(name) || Math.abs(decibels) <= LOUDNESS, `${text}; loudness ${decibels.toFixed(3)} dB, must be within ${LOUDNESS}`);
        if (MAGNIFY.has(name)) {
            const levels = [ours, told.sound].map((sound) => octaves(sound[0], RATE));
            // those that are heard
            const loudest = Math.max(...levels[1]);
            const apart = levels[1].map((level, i) => (level > loudest - 40 ? levels[0][i] - level : 0));
            text += `; loudness ${decibels.toFixed(3)} dB, octaves ${apart.map((one) => one.toFixed(2)).join(" ")} dB`;
            check(apart.every((one) => Math.abs(one) <= BANDS), `${text}: octaves must be within ${BANDS} dB`);
            console.log(`        ${text}`);
            return;
        }
        const frequencies = [ours[0], told.sound[0]].map((channel) => partials(channel.subarray(told.frames > 40000 ? 2000 : 0), RATE, 6));
        const cents = frequencies[1].map((wanted) => Math.min(...frequencies[0].map((f) => Math.abs(1200 * Math.log2(f / wanted)))));
        text += `; loudness ${decibels.toFixed(3)} dB, partials ${Math.max(...cents).toFixed(3)} cents`;
        check(cents.every((one) => one <= CENTS), `${text}: partials must be within ${CENTS} cents`);
    }
    console.log(`        ${text}`);
}

async function loudnessOf() {
    const { build } = (await import("node:module")).createRequire(join(web, "package.json"))("esbuild");
    const made = await build({ entryPoints: [join(web, "src/page/wav.ts")], bundle: true, format: "esm", write: false });
    return (await import(`data:text/javascript;base64,${Buffer.from(made.outputFiles[0].text).toString("base64")}`)).loudness;
}

const instruments = execFileSync(join(root, "build/release/cli/urto"), ["instruments", "--brief"], { encoding: "utf8" }).split("\n").filter((id) => id && id !== "bump");
const loudness = await loudnessOf();

const scenes = ["glass-bar", "marimba-bar", "hammer-string", "bouncing-ball", "piano-note"];

await run({
    async instruments(page) {
        await page.goto(`${page.origin}/index.html`);
        for (const id of instruments) {
            const told = native(["instrument", id, String(RATE)], join(work, `${id}.raw`));
            const ours = await page.evaluate(async ([id, events, frames, rate]) => {
                const { Urto } = await import("/package/dist/urto.js");
                const context = new OfflineAudioContext(2, frames, rate);
                const urto = await Urto.create(context);
                const instrument = await urto.instrument(id, { events });
                instrument.node.connect(context.destination);
                const sound = await context.startRendering();
                return [0, 1].map((c) => Array.from(sound.getChannelData(c)));
            }, [id, told.events, told.frames, RATE]);
            compare(id, ours.map((channel) => Float32Array.from(channel)), told);
        }
    },

    async scenes(page) {
        await page.goto(`${page.origin}/index.html`);
        for (const name of scenes) {
            const told = native(["scene", join(root, "scenes", `${name}.yaml`), String(RATE), "1.5"], join(work, `${name}.raw`));
            const ours = await page.evaluate(async ([name, rate]) => {
                const text = await (await fetch(`/dist/scenes/${name}.yaml`)).text();
                const module = await WebAssembly.compile(await (await fetch("/dist/urto.wasm")).arrayBuffer());
                const worker = new Worker("/dist/render.js", { type: "module" });
                const sound = await new Promise((done, failed) => {
                    worker.onmessage = ({ data }) => (data.type === "sound" ? done(data) : data.type === "errors" && failed(new Error(data.errors[0].message)));
                    worker.postMessage({ type: "module", module });
                    worker.postMessage({ type: "render", text, rate, seconds: 1.5, ledger: false, points: 0, fades: false });
                });
                // as it is played: a buffer in a context
                const context = new OfflineAudioContext(2, sound.left.length, rate);
                const buffer = new AudioBuffer({ numberOfChannels: 2, length: sound.left.length, sampleRate: rate });
                buffer.copyToChannel(sound.left, 0);
                buffer.copyToChannel(sound.right, 1);
                const source = new AudioBufferSourceNode(context, { buffer });
                source.connect(context.destination);
                source.start();
                const heard = await context.startRendering();
                return [0, 1].map((c) => Array.from(heard.getChannelData(c)));
            }, [name, RATE]);
            compare(name, ours.map((channel) => Float32Array.from(channel)), told);
        }
    },
});
