// The engine in the audio thread. It gets the memory of an instance in which everything is made, so that nothing is
// compiled, allocated or built here.

import { Core } from "./core.js";
import type { Film, FromProcessor, InstrumentSource, Meter, ProcessorOptions, SceneSource, ToProcessor } from "./messages.js";

declare const currentTime: number;
declare const sampleRate: number;
declare class AudioWorkletProcessor {
    readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: unknown): void;

const QUANTUM = 128;
const STATISTICS = 9;
const METERS_A_SECOND = 20;
const LOAD_SECONDS = 0.5;
const RECORD_FRAMES = 4096;
/** A thread that falls back by more than this at once was heard to do so [ms]. */
const LATE = 60;

interface FilmState {
    stride: number;
    rows: Float32Array;
    count: number;
    room: number;
    hit: number;
}

class UrtoProcessor extends AudioWorkletProcessor {
    private readonly core: Core;
    private readonly source: InstrumentSource | SceneSource;
    private readonly events: NonNullable<ProcessorOptions["events"]>;
    private readonly left: number;
    private readonly right: number;
    private readonly scratch: number;
    private nextEvent = 0;
    private frame = 0;
    private ended = false;

    private peak: [number, number] = [0, 0];
    private framesToMeter = 0;
    private busy = 0;
    private busyFrames = 0;
    private load = NaN;
    private behind = -Infinity;
    private dropouts = 0;
    private nonfinite = 0;
    private values: number[] = [];

    private recording: Float32Array[] | null = null;
    private recorded = 0;
    private film: FilmState | null = null;
    private hits = 0;
    private waiting: { message: Extract<ToProcessor, { type: "throw" }>; frame: number }[] = [];

    constructor(options: { processorOptions: ProcessorOptions }) {
        super();
        const given = options.processorOptions;
        this.core = new Core(given.module, given.memory);
        this.source = given.source;
        this.events = given.events ?? [];
        this.left = this.core.alloc(4 * QUANTUM);
        this.right = this.core.alloc(4 * QUANTUM);
        this.scratch = this.core.alloc(8 * 1024);
        this.port.onmessage = (event: MessageEvent<ToProcessor>) => this.take(event.data);
    }

    private say(message: FromProcessor, transfer: Transferable[] = []): void {
        this.port.postMessage(message, transfer);
    }

    private take(message: ToProcessor): void {
        const call = this.core.call;
        const instrument = this.source.kind === "instrument" ? this.source.pointer : 0;
        switch (message.type) {
            case "midi": {
                if (instrument && message.bytes.length <= 1024) {
                    const ahead = ((message.time ?? 0) - currentTime) * sampleRate;
                    this.core.bytes(this.scratch, message.bytes.length).set(message.bytes);
                    call.instrument_midi(instrument, Math.max(0, Math.round(ahead)), this.scratch, message.bytes.length);
                }
                break;
            }
            case "set":
                if (instrument) {
                    call.instrument_set(instrument, 0, message.parameter, message.value);
                }
                break;
            case "preset":
                if (instrument) {
                    call.instrument_preset(instrument, message.preset);
                }
                break;
            case "mpe":
                if (instrument) {
                    call.instrument_mpe(instrument, message.on ? 1 : 0);
                }
                break;
            case "panic":
                if (instrument) {
                    call.instrument_reset(instrument);
                } else {
                    call.scene_rest();
                }
                break;
            case "record":
                if (message.on) {
                    this.recording = [new Float32Array(RECORD_FRAMES), new Float32Array(RECORD_FRAMES)];
                    this.recorded = 0;
                } else {
                    this.flushRecording();
                    this.recording = null;
                    this.say({ type: "recorded", left: new Float32Array(0), right: new Float32Array(0) });
                }
                break;
            case "end":
                this.ended = true;
                break;
            case "control":
                call.scene_set(message.target, message.value, message.ramp);
                break;
            case "throw":
                this.waiting.push({ message, frame: this.frame + Math.round(message.delay * sampleRate) });
                break;
            case "film":
                this.beginFilm(message.stride, message.rows, 0);
                break;
        }
    }

    private beginFilm(stride: number, room: number, hit: number): void {
        if (this.source.kind === "scene") {
            const width = this.source.modes + 2;
            this.film = { stride, rows: new Float32Array(width * room), count: 0, room, hit };
        }
    }

    private flushRecording(): void {
        if (this.recording && this.recorded) {
            const left = this.recording[0].slice(0, this.recorded);
            const right = this.recording[1].slice(0, this.recorded);
            this.say({ type: "recorded", left, right }, [left.buffer, right.buffer]);
            this.recorded = 0;
        }
    }

    private record(left: Float32Array, right: Float32Array): void {
        if (this.recording) {
            this.recording[0].set(left, this.recorded);
            this.recording[1].set(right, this.recorded);
            this.recorded += left.length;
            if (this.recorded + QUANTUM > RECORD_FRAMES) {
                this.flushRecording();
            }
        }
    }

    private playInstrument(source: InstrumentSource): void {
        const call = this.core.call;
        for (; this.nextEvent < this.events.length; this.nextEvent++) {
            const event = this.events[this.nextEvent];
            if (event.frame >= this.frame + QUANTUM) {
                break;
            }
            const ahead = event.frame - this.frame;
            if ("midi" in event) {
                this.core.bytes(this.scratch, event.midi.length).set(event.midi);
                call.instrument_midi(source.pointer, ahead, this.scratch, event.midi.length);
            } else {
                call.instrument_set(source.pointer, ahead, event.parameter, event.value);
            }
        }
        call.instrument_process(source.pointer, this.left, this.right, QUANTUM);
    }

    private throwWaiting(until: number): void {
        while (this.waiting.length && this.waiting[0].frame < until) {
            const { body, contact, speed } = this.waiting.shift()!.message;
            this.core.call.scene_throw_at(body, contact, speed);
            this.hits++;
            if (this.film) {
                this.beginFilm(this.film.stride, this.film.room, this.hits);
            }
        }
    }

    /** A scene in small steps, so that its motion can be seen between them. */
    private playScene(source: SceneSource): void {
        const call = this.core.call;
        const film = this.film;
        this.throwWaiting(this.frame + QUANTUM);
        if (!film) {
            call.scene_process(this.left, this.right, QUANTUM);
            return;
        }
        const current = this.film!;
        for (let done = 0; done < QUANTUM; ) {
            const step = Math.min(current.stride, QUANTUM - done);
            call.scene_process(this.left + 4 * done, this.right + 4 * done, step);
            done += step;
            if (current.count < current.room) {
                const width = source.modes + 2;
                const at = current.count++ * width;
                call.scene_modes(source.body, this.scratch, source.modes);
                current.rows.set(this.core.floats(this.scratch, source.modes), at);
                current.rows[at + source.modes] = call.scene_displacement(source.mallet);
                call.scene_forces(this.scratch);
                current.rows[at + source.modes + 1] = this.core.floats(this.scratch, source.contacts)[source.contact];
            }
        }
        if (current.count === current.room) {
            const told: Film = { type: "film", rows: current.rows, width: source.modes + 2, count: current.count, stride: current.stride, hit: current.hit };
            this.film = null;
            this.say(told, [told.rows.buffer as ArrayBuffer]);
        }
    }

    private meter(): void {
        const source = this.source;
        const call = this.core.call;
        const message: Meter = {
            type: "meter",
            peak: this.peak,
            load: this.load,
            dropouts: this.dropouts,
            nonfinite: this.nonfinite,
            memory: call.memory.buffer.byteLength,
            statistics: [],
        };
        this.peak = [0, 0];
        if (source.kind === "instrument") {
            call.instrument_statistics(source.pointer, this.scratch);
            message.statistics = Array.from(this.core.doubles(this.scratch, STATISTICS));
            let changed = this.values.length === 0;
            for (let i = 0; i < source.parameters; i++) {
                const value = call.instrument_get(source.pointer, i);
                changed ||= value !== this.values[i];
                this.values[i] = value;
            }
            if (changed) {
                message.values = this.values;
            }
        } else {
            call.scene_statistics(this.scratch);
            message.statistics = Array.from(this.core.doubles(this.scratch, 4));
        }
        this.say(message);
    }

    /** The clock has whole milliseconds: over many quanta its steps add up to what they took. */
    private keepTime(before: number, after: number): void {
        const behind = before - (1000 * this.frame) / sampleRate;
        if (behind > this.behind + LATE) {
            this.dropouts += this.behind > -Infinity ? 1 : 0;
            this.behind = behind;
        } else if (behind < this.behind) {
            this.behind = behind;
        }
        this.busy += after - before;
        this.busyFrames += QUANTUM;
        if (this.busyFrames >= LOAD_SECONDS * sampleRate) {
            this.load = (0.001 * this.busy * sampleRate) / this.busyFrames;
            this.busy = this.busyFrames = 0;
        }
    }

    process(_inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
        const before = Date.now();
        const source = this.source;
        if (source.kind === "instrument") {
            this.playInstrument(source);
        } else {
            this.playScene(source);
        }
        const left = this.core.floats(this.left, QUANTUM);
        const right = this.core.floats(this.right, QUANTUM);
        for (let i = 0; i < QUANTUM; i++) {
            if (!Number.isFinite(left[i] + right[i])) {
                left[i] = right[i] = 0;
                this.nonfinite++;
            }
            if (source.kind === "scene") {
                left[i] = soft(source.gain * left[i]);
                right[i] = soft(source.gain * right[i]);
            }
            this.peak[0] = Math.max(this.peak[0], Math.abs(left[i]));
            this.peak[1] = Math.max(this.peak[1], Math.abs(right[i]));
        }
        outputs[0][0].set(left);
        outputs[0][1]?.set(right);
        this.record(left, right);
        this.frame += QUANTUM;
        this.keepTime(before, Date.now());
        this.framesToMeter -= QUANTUM;
        if (this.framesToMeter <= 0) {
            this.framesToMeter = sampleRate / METERS_A_SECOND;
            this.meter();
        }
        return !this.ended;
    }
}

/** A scene in SI units may be louder than full scale: above a half it bends over, and never passes 1. */
function soft(x: number): number {
    const size = Math.abs(x);
    return size <= 0.5 ? x : Math.sign(x) * (0.5 + 0.5 * Math.tanh((size - 0.5) / 0.5));
}

registerProcessor("urto", UrtoProcessor);
