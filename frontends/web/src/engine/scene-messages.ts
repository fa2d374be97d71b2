// What the page and the worker of scenes say to each other.

export interface SceneError {
    line: number;
    column: number;
    message: string;
    warning?: boolean;
}

/** What a scene says about the whole. */
export interface SceneHead {
    errors: SceneError[];
    title: string;
    seconds: number;
    rate: number;
    fadeIn: number;
    fade: number;
    channels: number;
    /** It has a play block: keys play it. */
    plays: boolean;
}

export interface SceneBody {
    name: string;
    kind: "mass" | "string" | "bar" | "membrane" | "plate" | "modal";
    circle: boolean;
    width: number;
    height: number;
    degrees: number;
    /** How many places are watched, from where to where [m]; one for a mass. */
    points: number;
    from: number;
    to: number;
}

/** One side of a joint: a body by its number and a line on it [m]; body -1 does not move. */
export interface SceneSide {
    body: number;
    from: [number, number];
    to: [number, number];
}

/** A contact, link, barrier or line. */
export interface SceneJoint {
    name: string;
    below: SceneSide;
    above: SceneSide;
    /** Gap when both sides are at 0 [m]. */
    distance: number;
    /** The points of a barrier are single ones, as frets. */
    separate: boolean;
    /** Places along the line, 0 to 1, and the height of a barrier there [m], in turn. */
    heights: number[];
}

export interface SceneBodies {
    bytes: number;
    notes: SceneError[];
    bodies: SceneBody[];
    contacts: string[];
    joints: SceneJoint[];
    /** Names of the entries of the ledger. */
    ledger: string[];
}

export type ToRender =
    | { type: "module"; module: WebAssembly.Module }
    | { type: "render"; text: string; rate?: number; seconds?: number; ledger: boolean; points: number; fades: boolean }
    | { type: "film"; from: number; length: number; rows: number; rate: number; id: number };

/** Rows of displacements of all watched points, then the forces of all contacts. */
export interface Film {
    type: "film";
    from: number;
    /** Time between two rows [s]. */
    step: number;
    rows: Float32Array;
    width: number;
    count: number;
    id: number;
}

export interface Sound {
    type: "sound";
    left: Float32Array;
    right: Float32Array;
    rate: number;
    /** Rows of the ledger, evenly spaced over the sound; none when it was not asked for. */
    energy: Float64Array;
    rows: number;
    /** When something first touched [s]. */
    touched: number;
    /** Processor time [s]. */
    took: number;
    mostContacts: number;
    largestForce: number;
    nonfinite: number;
}

export type FromRender =
    | { type: "errors"; errors: SceneError[] }
    | { type: "compiled"; made: SceneBodies; head: SceneHead }
    | { type: "progress"; done: number; seconds: number }
    | Sound
    | Film;
