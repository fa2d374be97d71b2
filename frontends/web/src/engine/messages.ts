// What the page and the audio thread say to each other.

/** What a processor is made of: the memory of an instance in which instrument or scene are ready. */
export interface ProcessorOptions {
    module: WebAssembly.Module;
    memory: ArrayBuffer;
    source: InstrumentSource | SceneSource;
    /** What is to happen at a frame from the start, in order. */
    events?: TimedEvent[];
}

export interface InstrumentSource {
    kind: "instrument";
    pointer: number;
    parameters: number;
}

/** A scene that is struck: the handles of what moves in it. */
export interface SceneSource {
    kind: "scene";
    /** The body that is seen, its first modes, and the mass that hits it. */
    body: number;
    modes: number;
    mallet: number;
    /** Index of the contact between them in the list of names. */
    contact: number;
    contacts: number;
    gain: number;
}

export type TimedEvent = { frame: number; midi: number[] } | { frame: number; parameter: number; value: number };

export type ToProcessor =
    | { type: "midi"; bytes: Uint8Array; time?: number }
    | { type: "set"; parameter: number; value: number }
    | { type: "preset"; preset: number }
    | { type: "mpe"; on: boolean }
    | { type: "panic" }
    | { type: "record"; on: boolean }
    | { type: "end" }
    | { type: "control"; target: number; value: number; ramp: number }
    | { type: "throw"; body: number; contact: number; speed: number; delay: number }
    | { type: "film"; stride: number; rows: number };

export interface Meter {
    type: "meter";
    /** Largest sample since the last meter, left and right. */
    peak: [number, number];
    /** Part of the time that the sound takes to compute, since the last meter; NaN when the clock cannot tell. */
    load: number;
    /** Times so far that the audio thread came too late. */
    dropouts: number;
    /** Samples so far that were no number. */
    nonfinite: number;
    /** Bytes of memory of the instance. */
    memory: number;
    statistics: number[];
    /** Values of all parameters, when one has changed. */
    values?: number[];
}

/** How a body moved: rows of mode displacements, then the mallet's height and the force between them. */
export interface Film {
    type: "film";
    rows: Float32Array;
    width: number;
    count: number;
    /** Samples between two rows. */
    stride: number;
    /** Number of the hit that began it, 0 for none. */
    hit: number;
}

export type FromProcessor = Meter | Film | { type: "recorded"; left: Float32Array; right: Float32Array };
