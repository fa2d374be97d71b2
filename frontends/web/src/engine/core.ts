// One instance of the WebAssembly module: its functions, its memory and the text that it leaves.
// Runs on the page, in workers and in the audio thread, which knows no TextEncoder.

import type { Tables } from "./tables.js";

type Pointer = number;

export interface Exports {
    memory: WebAssembly.Memory;
    _initialize(): void;
    alloc(bytes: number): Pointer;
    release(memory: Pointer): void;
    text(): Pointer;
    tables(): void;
    parameter_value(instrument: number, parameter: number, position: number): number;
    parameter_position(instrument: number, parameter: number, value: number): number;
    parameter_read(instrument: number, parameter: number, text: Pointer): void;
    instrument(index: number, rate: number, voices: number, mpe: number): Pointer;
    instrument_process(instrument: Pointer, left: Pointer, right: Pointer, frames: number): void;
    instrument_midi(instrument: Pointer, frame: number, bytes: Pointer, size: number): void;
    instrument_set(instrument: Pointer, frame: number, parameter: number, value: number): number;
    instrument_get(instrument: Pointer, parameter: number): number;
    instrument_read(instrument: Pointer, parameter: number, text: Pointer): void;
    instrument_preset(instrument: Pointer, preset: number): void;
    instrument_mpe(instrument: Pointer, on: number): void;
    instrument_reset(instrument: Pointer): void;
    instrument_statistics(instrument: Pointer, out: Pointer): void;
    lab_exact(parameters: Pointer): number;
    lab_curve(out: Pointer, points: number, from: number, to: number): number;
    lab_run(scheme: number, out: Pointer, room: number, every: number): number;
    lab_error(scheme: number, rate: number, phase: number): number;
    scene_load(text: Pointer, size: number): number;
    scene_instrument(text: Pointer, size: number, rate: number, voices: number): Pointer;
    scene_play(rate: number, ledger: number, points: number): number;
    scene_process(left: Pointer, right: Pointer, frames: number): void;
    scene_reset(): void;
    scene_shapes(out: Pointer): number;
    scene_forces(out: Pointer): void;
    scene_ledger(out: Pointer): void;
    scene_statistics(out: Pointer): void;
    scene_schema(): void;
    scene_body(name: Pointer): number;
    scene_contact(name: Pointer): number;
    scene_target(of: Pointer): number;
    scene_set(target: number, value: number, ramp: number): number;
    scene_throw_at(body: number, contact: number, speed: number): number;
    scene_throw(body: number, position: number, velocity: number): void;
    scene_rest(): void;
    scene_displacement(body: number): number;
    scene_modes(body: number, out: Pointer, count: number): number;
    scene_mode_shapes(body: number, count: number, places: Pointer, points: number, out: Pointer): void;
    scene_mode_list(body: number, out: Pointer, count: number): void;
}

export class Core {
    readonly call: Exports;

    /** A new instance, or a copy of one whose memory is given. */
    constructor(module: WebAssembly.Module, memory?: ArrayBuffer) {
        // the library prints nothing: what its C library would print with is never called
        const imports: Record<string, Record<string, () => number>> = {};
        for (const { module: from, name } of WebAssembly.Module.imports(module)) {
            (imports[from] ??= {})[name] = () => 0;
        }
        this.call = new WebAssembly.Instance(module, imports).exports as unknown as Exports;
        if (memory) {
            const missing = memory.byteLength - this.call.memory.buffer.byteLength;
            if (missing > 0) {
                this.call.memory.grow(missing / 65536);
            }
            new Uint8Array(this.call.memory.buffer).set(new Uint8Array(memory));
        } else {
            this.call._initialize();
        }
    }

    /** The whole memory now, from which another instance goes on. */
    copyMemory(): ArrayBuffer {
        return this.call.memory.buffer.slice(0);
    }

    bytes(at: Pointer, count: number): Uint8Array {
        return new Uint8Array(this.call.memory.buffer, at, count);
    }

    floats(at: Pointer, count: number): Float32Array {
        return new Float32Array(this.call.memory.buffer, at, count);
    }

    doubles(at: Pointer, count: number): Float64Array {
        return new Float64Array(this.call.memory.buffer, at, count);
    }

    /** Memory that stays. */
    alloc(bytes: number): Pointer {
        const at = this.call.alloc(bytes);
        if (at === 0) {
            throw new Error("there is no memory left for this");
        }
        return at;
    }

    /** Calls with a text, ended by a NUL. */
    withText<T>(text: string, use: (at: Pointer, size: number) => T): T {
        const encoded = new TextEncoder().encode(text);
        const at = this.alloc(encoded.length + 1);
        const memory = this.bytes(at, encoded.length + 1);
        memory.set(encoded);
        memory[encoded.length] = 0;
        try {
            return use(at, encoded.length);
        } finally {
            this.call.release(at);
        }
    }

    /** What the last call has left to be read. */
    json<T>(): T {
        const memory = new Uint8Array(this.call.memory.buffer, this.call.text());
        return JSON.parse(new TextDecoder().decode(memory.subarray(0, memory.indexOf(0)))) as T;
    }

    tables(): Tables {
        this.call.tables();
        return this.json<Tables>();
    }
}
