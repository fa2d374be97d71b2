// A worker that reads scenes, renders them and films their bodies, so that the page stays quick and a scene that takes
// too long can be ended.

import { Core } from "./core.js";
import type { Film, FromRender, SceneBodies, SceneError, SceneHead, ToRender } from "./scene-messages.js";

const BLOCK = 1024;
const ROWS = 480;
const PROGRESS = 80; // ms

const self_ = self as unknown as { onmessage: (event: MessageEvent<ToRender>) => void; postMessage(message: FromRender, transfer?: Transferable[]): void };

let module: WebAssembly.Module | null = null;
let core: Core | null = null;
let bodies: SceneBodies | null = null;

interface Compiled extends Partial<SceneBodies> {
    errors: SceneError[];
    error?: string;
}

/** The scene, ready to be played, or its errors. */
function compile(text: string, rate: number, ledger: boolean, points: number): { head: SceneHead; made: SceneBodies } | { errors: SceneError[] } {
    core = new Core(module!);
    bodies = null;
    const one = core;
    const loaded = one.withText(text, (at, size) => one.call.scene_load(at, size));
    const head = one.json<SceneHead & { error?: string }>();
    if (!loaded) {
        return { errors: head.errors ?? [{ line: 0, column: 0, message: head.error ?? "this scene cannot be read" }] };
    }
    const playable = one.call.scene_play(rate, ledger ? 1 : 0, points);
    const made = one.json<Compiled>();
    if (!playable) {
        return { errors: made.errors?.length ? made.errors : [{ line: 0, column: 0, message: made.error ?? "this scene cannot be compiled" }] };
    }
    bodies = made as SceneBodies;
    return { head, made: bodies };
}

function render(message: Extract<ToRender, { type: "render" }>): void {
    const compiled = compile(message.text, message.rate ?? 0, message.ledger, message.points);
    if ("errors" in compiled) {
        self_.postMessage({ type: "errors", errors: compiled.errors });
        return;
    }
    const { head, made } = compiled;
    const one = core!;
    const rate = message.rate ?? head.rate;
    const frames = Math.max(1, Math.round(Math.min(head.seconds, message.seconds ?? head.seconds) * rate));
    const left = new Float32Array(frames);
    const right = new Float32Array(frames);
    const entries = made.ledger.length;
    const energy = new Float64Array(message.ledger ? ROWS * entries : 0);
    const at = one.alloc(8 * BLOCK);
    const contacts = made.contacts.length;
    const scratch = one.alloc(Math.max(8 * entries, 4 * contacts, 64));
    let row = 0;
    let touched = -1;
    let begun = performance.now();
    let told = begun;
    self_.postMessage({ type: "compiled", made, head });
    begun = performance.now();
    for (let done = 0; done < frames; ) {
        const nextRow = Math.round(((row + 1) * frames) / ROWS);
        const count = Math.min(BLOCK, frames - done, Math.max(1, nextRow - done));
        one.call.scene_process(at, at + 4 * BLOCK, count);
        left.set(one.floats(at, count), done);
        right.set(one.floats(at + 4 * BLOCK, count), done);
        done += count;
        if (touched < 0) {
            one.call.scene_forces(scratch);
            if (one.floats(scratch, contacts).some((force) => force > 0)) {
                touched = (done - count) / rate;
            }
        }
        if (done >= nextRow && row < ROWS) {
            if (message.ledger) {
                one.call.scene_ledger(scratch);
                energy.set(one.doubles(scratch, entries), row * entries);
            }
            row++;
        }
        const now = performance.now();
        if (now - told > PROGRESS) {
            told = now;
            self_.postMessage({ type: "progress", done: done / frames, seconds: (0.001 * (now - begun) * (frames - done)) / done });
        }
    }
    one.call.scene_statistics(scratch);
    const [, mostContacts, largestForce, nonfinite] = one.doubles(scratch, 4);
    const took = 0.001 * (performance.now() - begun);
    if (message.fades) {
        fade(left, right, Math.round(head.fadeIn * rate), Math.round(head.fade * rate));
    }
    self_.postMessage(
        { type: "sound", left, right, rate, energy, rows: row, touched: Math.max(0, touched), took, mostContacts, largestForce, nonfinite },
        [left.buffer, right.buffer, energy.buffer],
    );
}

/** As urto render does: straight lines at the start and at the end. */
function fade(left: Float32Array, right: Float32Array, rise: number, fall: number): void {
    const frames = left.length;
    for (let i = 0; i < Math.min(rise, frames); i++) {
        left[i] *= i / rise;
        right[i] *= i / rise;
    }
    for (let i = 0; i < Math.min(fall, frames); i++) {
        left[frames - 1 - i] *= i / fall;
        right[frames - 1 - i] *= i / fall;
    }
}

/** The scene of the last render once more from its start, and rows of the shapes of its bodies from a time on. */
function film(message: Extract<ToRender, { type: "film" }>): void {
    if (!core || !bodies) {
        return;
    }
    const call = core.call;
    const points = bodies.bodies.reduce((sum, body) => sum + body.points, 0);
    const contacts = bodies.contacts.length;
    const width = points + contacts;
    const shapes = core.alloc(4 * (points + contacts + 1));
    const sound = core.alloc(8 * BLOCK);
    const stride = Math.max(1, Math.round((message.length * message.rate) / message.rows));
    const rows = new Float32Array(message.rows * width);
    call.scene_reset();
    for (let left = Math.round(message.from * message.rate); left > 0; ) {
        const count = Math.min(BLOCK, left);
        call.scene_process(sound, sound + 4 * BLOCK, count);
        left -= count;
    }
    for (let row = 0; row < message.rows; row++) {
        call.scene_shapes(shapes);
        rows.set(core.floats(shapes, points), row * width);
        call.scene_forces(shapes);
        rows.set(core.floats(shapes, contacts), row * width + points);
        for (let left = stride; left > 0; ) {
            const count = Math.min(BLOCK, left);
            call.scene_process(sound, sound + 4 * BLOCK, count);
            left -= count;
        }
    }
    call.release(shapes);
    call.release(sound);
    const told: Film = { type: "film", from: message.from, step: stride / message.rate, rows, width, count: message.rows, id: message.id };
    self_.postMessage(told, [rows.buffer]);
}

self_.onmessage = (event) => {
    const message = event.data;
    try {
        if (message.type === "module") {
            module = message.module;
        } else if (message.type === "render") {
            render(message);
        } else {
            film(message);
        }
    } catch (error) {
        core = null;
        bodies = null;
        self_.postMessage({ type: "errors", errors: [{ line: 0, column: 0, message: `${(error as Error).message}` }] });
    }
};
