// The tables of the library, as glue/tables.c writes them.

export interface Parameter {
    id: string;
    name: string;
    unit: string;
    group: string;
    description: string;
    minimum: number;
    maximum: number;
    default: number;
    curve: "linear" | "log" | "discrete";
    controller: number;
    values: string[];
}

export interface Preset {
    id: string;
    name: string;
    description: string;
    /** One value for each parameter of the instrument. */
    values: number[];
}

export interface InstrumentTable {
    id: string;
    name: string;
    description: string;
    lowest: number;
    highest: number;
    pitched: boolean;
    sustained: boolean;
    voices: number;
    parameters: Parameter[];
    presets: Preset[];
}

export interface Scheme {
    name: string;
    summary: string;
    source: string;
    order: number;
    passive: boolean;
    iterative: boolean;
    damping: boolean;
}

export interface Range {
    unit: string;
    /** What a slider reaches, by powers of ten or evenly. */
    from: number;
    to: number;
    log: boolean;
    /** What may be typed. */
    low: number;
    high: number;
    text: string;
}

export type ImpactName = "mass" | "stiffness" | "exponent" | "damping" | "velocity" | "rate" | "phase";

export interface Tables {
    version: string;
    maxVoices: number;
    instruments: InstrumentTable[];
    schemes: Scheme[];
    ranges: Record<ImpactName, Range>;
    impact: Record<ImpactName, number>;
}
