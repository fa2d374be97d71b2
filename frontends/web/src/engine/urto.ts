// The package: instruments of Urto as nodes of Web Audio.
//
//     const urto = await Urto.create(audioContext);
//     const bar = await urto.instrument("mallet", { preset: "marimba" });
//     bar.node.connect(audioContext.destination);
//     bar.noteOn(60, 0.8);

import { Core } from "./core.js";
import type { FromProcessor, Meter, ProcessorOptions, TimedEvent, ToProcessor } from "./messages.js";
import type { InstrumentTable, Parameter, Tables } from "./tables.js";

export type { InstrumentTable, Meter, Parameter, Tables, TimedEvent };
export type { Preset } from "./tables.js";

/** Where the files urto.wasm and worklet.js lie; beside this module, if nothing is said. */
export interface UrtoOptions {
    base?: string | URL;
}

export interface InstrumentOptions {
    /** The id of a preset; the first, if nothing is said. */
    preset?: string;
    /** Notes that may sound at once, 1 to 64; what the instrument likes, if nothing is said. */
    voices?: number;
    /** True: MIDI channel 1 manages all others (lower zone of MPE). */
    mpe?: boolean;
    /** Values of parameters by their ids, in their units. */
    values?: Record<string, number>;
    /** What is to happen at a frame of the node, in order: for OfflineAudioContext, where messages come too late. */
    events?: TimedEvent[];
}

const modules = new Map<string, Promise<WebAssembly.Module>>();

/** The compiled module, fetched once. */
export function loadModule(base: string | URL): Promise<WebAssembly.Module> {
    const url = new URL("urto.wasm", base).href;
    let module = modules.get(url);
    if (!module) {
        module = fetch(url).then(async (answer) => {
            if (!answer.ok) {
                throw new Error(`${url} could not be read: ${answer.status} ${answer.statusText}`);
            }
            return WebAssembly.compile(await answer.arrayBuffer());
        });
        modules.set(url, module);
        module.catch(() => modules.delete(url));
    }
    return module;
}

const prepared = new WeakMap<BaseAudioContext, Promise<void>>();

/** Makes the processor known to a context, once. */
export function prepareContext(context: BaseAudioContext, base: string | URL): Promise<void> {
    if (!context.audioWorklet) {
        return Promise.reject(
            new Error("this page has no AudioWorklet: it must come by https or from localhost, in a browser of 2021 or later"),
        );
    }
    let ready = prepared.get(context);
    if (!ready) {
        ready = context.audioWorklet.addModule(new URL("worklet.js", base));
        prepared.set(context, ready);
        ready.catch(() => prepared.delete(context));
    }
    return ready;
}

/** A node with the engine in it. */
export function makeNode(context: BaseAudioContext, options: ProcessorOptions): AudioWorkletNode {
    return new AudioWorkletNode(context, "urto", {
        numberOfInputs: 0,
        numberOfOutputs: 1,
        outputChannelCount: [2],
        processorOptions: options,
    });
}

export class Urto {
    private constructor(
        readonly context: BaseAudioContext,
        readonly module: WebAssembly.Module,
        readonly tables: Tables,
    ) {}

    /** Fetches and compiles the engine and makes it known to a context, live or offline. */
    static async create(context: BaseAudioContext, options: UrtoOptions = {}): Promise<Urto> {
        const base = new URL(options.base ?? ".", import.meta.url);
        const [module] = await Promise.all([loadModule(base), prepareContext(context, base)]);
        return new Urto(context, module, new Core(module).tables());
    }

    /** An instrument that is ready to be played. Connect its node. */
    async instrument(id: string, options: InstrumentOptions = {}): Promise<Instrument> {
        const index = this.tables.instruments.findIndex((one) => one.id === id);
        if (index < 0) {
            throw new Error(`no instrument "${id}", must be one of ${this.tables.instruments.map((one) => one.id).join(", ")}`);
        }
        const table = this.tables.instruments[index];
        const core = new Core(this.module);
        const pointer = core.call.instrument(index, this.context.sampleRate, options.voices ?? 0, options.mpe ? 1 : 0);
        if (pointer === 0) {
            throw new Error(core.json<{ error: string }>().error);
        }
        if (options.preset !== undefined) {
            core.call.instrument_preset(pointer, presetIndex(table, options.preset));
        }
        for (const [name, value] of Object.entries(options.values ?? {})) {
            core.call.instrument_set(pointer, 0, parameterIndex(table, name), value);
        }
        const values = table.parameters.map((parameter, i) => options.values?.[parameter.id] ?? core.call.instrument_get(pointer, i));
        const node = makeNode(this.context, {
            module: this.module,
            memory: core.copyMemory(),
            source: { kind: "instrument", pointer, parameters: table.parameters.length },
            events: options.events ?? [],
        });
        return new Instrument(table, node, values);
    }
}

function presetIndex(table: InstrumentTable, id: string): number {
    const index = table.presets.findIndex((preset) => preset.id === id);
    if (index < 0) {
        throw new Error(`no preset "${id}" of ${table.id}, must be one of ${table.presets.map((one) => one.id).join(", ")}`);
    }
    return index;
}

function parameterIndex(table: InstrumentTable, id: string): number {
    const index = table.parameters.findIndex((parameter) => parameter.id === id);
    if (index < 0) {
        throw new Error(`no parameter "${id}" of ${table.id}, must be one of ${table.parameters.map((one) => one.id).join(", ")}`);
    }
    return index;
}

/** Records what a node of the engine plays. */
export class Recorder {
    private parts: [Float32Array, Float32Array][] = [];
    private done: ((sound: [Float32Array, Float32Array]) => void) | null = null;

    constructor(private readonly port: MessagePort) {}

    start(): void {
        this.parts = [];
        this.port.postMessage({ type: "record", on: true } satisfies ToProcessor);
    }

    /** Left and right of all that sounded since start. */
    stop(): Promise<[Float32Array, Float32Array]> {
        return new Promise((resolve) => {
            this.done = resolve;
            this.port.postMessage({ type: "record", on: false } satisfies ToProcessor);
        });
    }

    take(left: Float32Array, right: Float32Array): void {
        if (left.length) {
            this.parts.push([left, right]);
            return;
        }
        const frames = this.parts.reduce((sum, part) => sum + part[0].length, 0);
        const sound: [Float32Array, Float32Array] = [new Float32Array(frames), new Float32Array(frames)];
        let at = 0;
        for (const part of this.parts) {
            sound[0].set(part[0], at);
            sound[1].set(part[1], at);
            at += part[0].length;
        }
        this.parts = [];
        this.done?.(sound);
        this.done = null;
    }
}

export class Instrument {
    /** Is called twenty times a second with levels, load and what the instrument does. */
    onmeter: ((meter: Meter) => void) | null = null;
    /** Is called when the engine has failed, which ends the sound of this node. */
    onerror: ((message: string) => void) | null = null;
    readonly recorder: Recorder;

    constructor(
        readonly table: InstrumentTable,
        readonly node: AudioWorkletNode,
        /** The value of each parameter, as last set or heard from the engine. */
        readonly values: number[],
    ) {
        this.recorder = new Recorder(node.port);
        node.port.onmessage = (event: MessageEvent<FromProcessor>) => {
            const message = event.data;
            if (message.type === "meter") {
                message.values?.forEach((value, i) => (this.values[i] = value));
                this.onmeter?.(message);
            } else if (message.type === "recorded") {
                this.recorder.take(message.left, message.right);
            }
        };
        node.onprocessorerror = () => this.onerror?.("the engine has stopped: choose the instrument again");
    }

    private post(message: ToProcessor): void {
        this.node.port.postMessage(message);
    }

    /** Bytes of MIDI, now or at a time of the context [s]. */
    midi(bytes: ArrayLike<number>, time?: number): void {
        const copy = Uint8Array.from(bytes);
        this.post(time === undefined ? { type: "midi", bytes: copy } : { type: "midi", bytes: copy, time });
    }

    /** A key, 0 to 127, goes down at a velocity, 0 to 1. */
    noteOn(key: number, velocity: number, channel = 0): void {
        this.midi([0x90 | channel, key, Math.max(1, Math.min(127, Math.round(127 * velocity)))]);
    }

    noteOff(key: number, channel = 0): void {
        this.midi([0x80 | channel, key, 0]);
    }

    /** Pressure of a key, 0 to 1. */
    pressure(key: number, value: number, channel = 0): void {
        this.midi([0xa0 | channel, key, Math.max(0, Math.min(127, Math.round(127 * value)))]);
    }

    /** Bend of a channel, -1 to 1 of its range. */
    bend(value: number, channel = 0): void {
        const word = Math.max(0, Math.min(16383, Math.round(8192 * (1 + value))));
        this.midi([0xe0 | channel, word & 127, word >> 7]);
    }

    /** A parameter by its id, in its unit; it glides there in milliseconds. */
    set(id: string, value: number): void {
        const parameter = parameterIndex(this.table, id);
        if (!Number.isFinite(value)) {
            throw new Error(`${id} is ${value}, must be a number`);
        }
        this.values[parameter] = value;
        this.post({ type: "set", parameter, value });
    }

    get(id: string): number {
        return this.values[parameterIndex(this.table, id)];
    }

    preset(id: string): void {
        const preset = presetIndex(this.table, id);
        this.table.presets[preset].values.forEach((value, i) => (this.values[i] = value));
        this.post({ type: "preset", preset });
    }

    mpe(on: boolean): void {
        this.post({ type: "mpe", on });
    }

    /** Silence within milliseconds. */
    panic(): void {
        this.post({ type: "panic" });
    }

    /** Fades and gives the memory back. */
    close(): void {
        this.panic();
        setTimeout(() => {
            this.node.disconnect();
            this.post({ type: "end" });
        }, 60);
    }
}
