// What the engine costs in this browser: a hammer in contact with 128 modes, and eight voices of each instrument.

import { Core } from "../engine/core";
import { loadModule, Urto } from "../engine/urto";
import type { TimedEvent } from "../engine/messages";
import { h, number } from "./dom";

const base = new URL(".", document.baseURI);
const RATE = 48000;
const SECONDS = 8;
const MODES = 128;
const BLOCK = 64;

/** The world modal-contact-128 of `urto bench`, as a scene. */
function modalContact(): string {
    const modes = Array.from({ length: MODES }, (_, i) => {
        const place = (i + 0.5) / MODES;
        const shape = [0, 1, 2, 3, 4].map((p) => Math.cos((i + 1) * (0.3 + 0.37 * p)).toPrecision(17));
        return `      - {frequency: ${40 + 19960 * Math.pow(place, 1.2)}, decay: ${1 + 9 * place}, mass: ${1e-3 * MODES}, shape: [${shape.join(", ")}]}`;
    });
    return [
        "seconds: 60",
        `rate: ${RATE}`,
        "bodies:",
        `  hammer: {type: mass, mass: 10 g, gravity: 2000, position: ${0.8 * Math.pow(20 / 1e6, 1 / 1.5)}}`,
        "  body:",
        "    type: modal",
        "    length: 1 m",
        "    modes:",
        ...modes,
        "contacts:",
        '  hit: {between: [hammer, "body@0.25"], stiffness: 1e6, exponent: 1.5, damping: 0}',
        "actions:",
        '  - {do: strike, at: "body@0.25", impulse: 1e-3}',
        "probes:",
        '  - {hear: "body@0.75"}',
    ].join("\n");
}

/** Nanoseconds a sample, each chunk at its best of many rounds from the same start. */
async function timeContact(module: WebAssembly.Module): Promise<number> {
    const core = new Core(module);
    const call = core.call;
    if (!core.withText(modalContact(), (at, size) => call.scene_load(at, size)) || !call.scene_play(RATE, 0, 0)) {
        throw new Error(JSON.stringify(core.json()));
    }
    const out = core.alloc(8 * BLOCK);
    const chunks = 12;
    const blocks = 64;
    const best = new Array<number>(chunks).fill(Infinity);
    for (let round = 0; round < 40; round++) {
        call.scene_reset();
        for (let i = 0; i < 32; i++) {
            call.scene_process(out, out + 4 * BLOCK, BLOCK);
        }
        for (let chunk = 0; chunk < chunks; chunk++) {
            const begun = performance.now();
            for (let i = 0; i < blocks; i++) {
                call.scene_process(out, out + 4 * BLOCK, BLOCK);
            }
            best[chunk] = Math.min(best[chunk], performance.now() - begun);
        }
        await new Promise((done) => setTimeout(done, 0));
    }
    return (1e6 * best.reduce((sum, one) => sum + one, 0)) / (chunks * blocks * BLOCK);
}

/** Share of one processor that the worklet takes for eight voices which are struck again and again. */
async function timeInstrument(urtoOf: (context: OfflineAudioContext) => Promise<Urto>, id: string): Promise<number> {
    const frames = SECONDS * RATE;
    let best = Infinity;
    for (let round = 0; round < 2; round++) {
        const context = new OfflineAudioContext(2, frames, RATE);
        const urto = await urtoOf(context);
        const table = urto.tables.instruments.find((one) => one.id === id)!;
        const low = table.lowest + Math.floor((table.highest - table.lowest) / 3);
        const events: TimedEvent[] = [];
        for (let beat = 0; beat * 12000 < frames; beat++) {
            for (let voice = 0; voice < 8; voice++) {
                events.push({ frame: beat * 12000 + 128 * voice, midi: [0x90, Math.min(table.highest, low + 2 * voice), 90] });
            }
        }
        const instrument = await urto.instrument(id, { voices: 8, events });
        instrument.node.connect(context.destination);
        const begun = performance.now();
        await context.startRendering();
        best = Math.min(best, performance.now() - begun);
    }
    return (0.001 * best) / SECONDS;
}

async function measure(): Promise<void> {
    const rows = document.querySelector("#rows")!;
    const state = document.querySelector("#state")!;
    const results: Record<string, number> = {};
    const add = (name: string, value: number, text: string) => {
        results[name] = value;
        rows.append(h("tr", {}, h("td", {}, name), h("td", {}, text)));
    };
    rows.replaceChildren();
    const module = await loadModule(base);
    const urtoOf = (context: OfflineAudioContext) => Urto.create(context, { base });
    state.textContent = "a hammer on 128 modes …";
    const nanoseconds = await timeContact(module);
    add("modal-contact-128", nanoseconds, `${number(nanoseconds, 3)} ns a sample`);
    for (const { id } of new Core(module).tables().instruments) {
        state.textContent = `${id} …`;
        const load = await timeInstrument(urtoOf, id);
        add(id, load, `8 voices: ${number(100 * load, 2)} % of the audio thread`);
    }
    state.textContent = "Done.";
    (window as unknown as { __results: unknown }).__results = results;
}

document.querySelector("#begin")!.addEventListener("click", () => void measure());
