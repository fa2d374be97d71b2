// Laboratory: one mass, one wall; the exact motion and every scheme that steps it.

import { copyLink, pageCore, say, tables, writePlace, type Place, type Room } from "../page/app";
import { scaleOf, slider, type Control } from "../page/controls";
import { h, icon, number, quantity } from "../page/dom";
import { drawSample, plot, type Curve } from "../page/plot";
import { keepDrawn, theme } from "../page/theme";
import type { Core } from "../engine/core";
import type { ImpactName, Tables } from "../engine/tables";

interface Exact {
    maxCompression: number;
    exitVelocity: number;
    contactTime: number;
    exitEnergy: number;
}

interface Result extends Exact {
    left: boolean;
    maxEnergyRise: number;
    samplesInside: number;
    iterationsMean: number;
    iterationsMax: number;
    error?: string;
}

/** Colour, mark and dash of each scheme, from the table of output/plot.c: the same in every figure. */
declare const SCHEME_LOOKS: Record<string, { colour: string; mark: number; dash: number[] }>;

/** On dark paper the dark ones would not be seen: half way to white. */
function lightened(colour: string): string {
    const value = parseInt(colour.slice(1), 16);
    const parts = [value >> 16, (value >> 8) & 255, value & 255];
    const light = (0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2]) / 255;
    const amount = Math.max(0, 0.75 - light);
    return `rgb(${parts.map((part) => Math.round(part + amount * (255 - part))).join(",")})`;
}

const FIRST_SHOWN = ["rk4", "trapezoidal", "two-point", "three-point", "log-two-point"];
const ROOM = 4000;
const COLUMNS = 5;
const TRUST = 0.01;
const SWEEP = 30;
const PHASES = [0, 0.25, 0.5, 0.75];

interface Row {
    id: ImpactName;
    label: string;
    unit: string;
    low: number;
    high: number;
    log: boolean;
    meaning: string;
}

const sliders: Row[] = [
    { id: "mass", label: "mass m", unit: "kg", low: 1e-4, high: 10, log: true, meaning: "of what flies at the wall" },
    { id: "stiffness", label: "stiffness K", unit: "N/m^α", low: 1e3, high: 1e12, log: true, meaning: "of the wall" },
    { id: "exponent", label: "exponent α", unit: "", low: 1, high: 5, log: false, meaning: "1.5 for round solids, 2 to 4 for felt" },
    { id: "damping", label: "damping μ", unit: "s/m", low: 0, high: 3, log: false, meaning: "loss in the contact; 0 is elastic" },
    { id: "velocity", label: "velocity v", unit: "m/s", low: 0.01, high: 20, log: true, meaning: "with which it arrives" },
    { id: "rate", label: "sample rate", unit: "Hz", low: 4000, high: 768000, log: true, meaning: "steps a second" },
    { id: "phase", label: "phase", unit: "samples", low: 0, high: 1, log: false, meaning: "where between two samples it touches" },
];

class Laboratory implements Room {
    readonly element: HTMLElement;
    private values: Record<ImpactName, number>;
    private shown: Set<string>;
    private readonly controls = new Map<ImpactName, Control>();
    private exact: Exact | null = null;
    private curve = new Float32Array(0);
    private readonly runs = new Map<string, { result: Result; rows: Float32Array }>();
    private sweep = new Map<string, Float64Array>();
    private sweepTurn = 0;
    private pending = 0;
    private readonly memory: number;
    private readonly parameters: number;
    private readonly off: (() => void)[] = [];

    private readonly motion = h("canvas", { class: "lab-plot", role: "img", "aria-label": "compression over time" });
    private readonly energy = h("canvas", { class: "lab-plot", role: "img", "aria-label": "energy over time" });
    private readonly trust = h("canvas", { class: "lab-plot tall", role: "img", "aria-label": "error of each scheme over the sample rate" });
    private readonly answer = h("div", { class: "answer", role: "status" });
    private readonly numbers = h("p", { class: "about" });
    private readonly legend = h("div", { class: "legend", role: "group", "aria-label": "schemes that are drawn" });
    private readonly body = h("tbody");
    private samples: [HTMLCanvasElement, string][] = [];

    constructor(
        private readonly all: Tables,
        private readonly core: Core,
        place: Place,
    ) {
        this.values = { ...all.impact };
        this.shown = new Set(FIRST_SHOWN.filter((name) => all.schemes.some((scheme) => scheme.name === name)));
        this.parameters = core.alloc(8 * 10);
        this.memory = core.alloc(4 * COLUMNS * ROOM);
        const panel = h("div", { class: "lab-sliders" });
        for (const row of sliders) {
            const range = all.ranges[row.id];
            const control = slider({
                label: row.label,
                description: row.meaning,
                ...scaleOf(row.low, row.high, row.log),
                text: (value) => quantity(value, row.unit, 3),
                read: (typed) => this.read(typed, row, range.low, range.high, range.text),
                default: all.impact[row.id],
                onchange: (value) => {
                    this.values[row.id] = value;
                    this.later();
                },
            });
            this.controls.set(row.id, control);
            panel.append(control.element);
        }
        for (const scheme of all.schemes) {
            const box = h("input", { type: "checkbox", checked: this.shown.has(scheme.name), onchange: () => {
                box.checked ? this.shown.add(scheme.name) : this.shown.delete(scheme.name);
                this.draw();
            } });
            const sample = h("canvas", { class: "sample", "aria-hidden": "true" });
            this.samples.push([sample, scheme.name]);
            this.legend.append(h("label", { class: "check", title: `${scheme.summary} (${scheme.source})` }, box, sample, scheme.name));
        }
        const head = h("tr", {}, ...["scheme", "x max", "v out", "duration", "energy rises", "samples", "iterations"].map((name) => h("th", { scope: "col" }, name)));
        this.element = h(
            "div",
            { class: "laboratory" },
            h("header", { class: "room-head" }, h("h1", {}, "One mass, one wall"), this.numbers),
            h("div", { class: "lab-columns" },
                h("section", { class: "card lab-controls", "aria-label": "the impact" }, panel,
                    h("div", { class: "row end" },
                        h("button", { type: "button", class: "button small", onclick: () => this.setAll({ ...all.impact }) }, "As in the paper"),
                        h("button", { type: "button", class: "button small", onclick: () => (this.write(), void copyLink("this impact")) }, icon("link"), h("span", {}, "Link")))),
                h("div", { class: "lab-pictures" },
                    h("section", { class: "card", "aria-label": "which scheme may I trust at this rate" }, h("h2", { class: "question" }, "Which scheme may I trust at this rate?"), this.answer, this.trust, this.legend),
                    h("div", { class: "lab-pair" },
                        h("section", { class: "card", "aria-label": "motion" }, h("h2", {}, "Motion"), this.motion),
                        h("section", { class: "card", "aria-label": "energy" }, h("h2", {}, "Energy"), this.energy)),
                    h("section", { class: "card table-card", "aria-label": "errors" }, h("h2", {}, "Errors against the exact motion"), h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "table of errors" }, h("table", { class: "errors-table" }, h("thead", {}, head), this.body)))),
            ),
        );
        this.off.push(keepDrawn(this.motion, () => this.draw()), keepDrawn(this.energy, () => this.draw()), keepDrawn(this.trust, () => this.draw()));
        this.go(place);
    }

    go(place: Place): void {
        const values = { ...this.all.impact };
        for (const [id, text] of place.query) {
            const range = this.all.ranges[id as ImpactName];
            const value = Number(text);
            if (!range || text === "" || !(value >= range.low && value <= range.high)) {
                say(`The link says ${id.slice(0, 30)} = ${text.slice(0, 30)}${range ? `, must be ${range.text}` : ", which no impact has"}: it is left out.`, "error", { name: "address" });
            } else {
                values[id as ImpactName] = value;
            }
        }
        this.setAll(values);
    }

    private setAll(values: Record<ImpactName, number>): void {
        this.values = values;
        for (const row of sliders) {
            this.controls.get(row.id)!.show(values[row.id]);
        }
        this.later();
    }

    private read(typed: string, row: Row, low: number, high: number, text: string): number {
        const found = /^\s*([-+]?[\d.]+(?:e[-+]?\d+)?)\s*(.*)$/i.exec(typed.replace("−", "-").replace(/×\s*10/, "e").replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+/g, (power) => Array.from(power, (c) => (c === "⁻" ? "-" : String("⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(c)))).join("")));
        const prefix: Record<string, number> = { k: 1e3, M: 1e6, G: 1e9, m: 1e-3, g: 1e-3, "µ": 1e-6, u: 1e-6 };
        const unit = found?.[2] ?? "";
        const factor = unit && unit !== row.unit && (row.unit !== "" || unit) ? (unit === "g" && row.unit === "kg" ? 1e-3 : unit === "mg" && row.unit === "kg" ? 1e-6 : unit.endsWith(row.unit) && unit.length > row.unit.length ? prefix[unit[0]] : row.unit === "N/m^α" || row.unit === "samples" ? 1 : NaN) : 1;
        const value = found ? Number(found[1]) * (factor ?? NaN) : NaN;
        if (!(value >= low && value <= high)) {
            throw new Error(`must be ${text}${row.unit ? ` ${row.unit}` : ""}`);
        }
        return value;
    }

    private write(): void {
        const changed: Record<string, string> = {};
        for (const row of sliders) {
            if (this.values[row.id] !== this.all.impact[row.id]) {
                changed[row.id] = String(Number(this.values[row.id].toPrecision(6)));
            }
        }
        writePlace("laboratory", [], changed);
    }

    private later(): void {
        if (!this.pending) {
            this.pending = requestAnimationFrame(() => {
                this.pending = 0;
                this.compute();
                this.write();
            });
        }
    }

    private setParameters(values: Record<ImpactName, number>): boolean {
        this.core.doubles(this.parameters, 10).set([values.mass, values.stiffness, values.exponent, values.damping, values.velocity, values.rate, values.phase, 0, 0, 0]);
        return this.core.call.lab_exact(this.parameters) === 1;
    }

    private run(index: number): { result: Result; rows: Float32Array } {
        // a long contact has more samples than the screen
        const every = Math.max(1, Math.ceil((2 * this.exact!.contactTime * this.values.rate) / ROOM));
        const count = this.core.call.lab_run(index, this.memory, ROOM, every);
        return { result: this.core.json<Result>(), rows: this.core.floats(this.memory, count * COLUMNS).slice() };
    }

    private compute(): void {
        const { core, values } = this;
        this.runs.clear();
        if (!this.setParameters(values)) {
            this.exact = null;
            this.answer.textContent = `There is no closed form here: ${core.json<{ error: string }>().error}.`;
            this.sweep.clear();
            this.draw();
            return;
        }
        const exact = core.json<Exact>();
        this.exact = exact;
        const points = 400;
        const count = core.call.lab_curve(this.memory, points, -0.2 * exact.contactTime, 1.35 * exact.contactTime);
        this.curve = core.floats(this.memory, count * COLUMNS).slice();
        this.all.schemes.forEach((scheme, i) => this.runs.set(scheme.name, this.run(i)));
        this.numbers.textContent = `In contact for ${quantity(exact.contactTime, "s", 4)}, ${number(exact.contactTime * values.rate, 3)} samples; ${quantity(exact.maxCompression, "m", 3)} deep; leaves at ${number(exact.exitVelocity, 4)} m/s.`;
        this.showTable();
        this.draw();
        void this.computeSweep(++this.sweepTurn, { ...values }, exact);
    }

    /** The largest of three relative errors: of depth, exit velocity and duration. */
    private errorOf(result: Result, exact: Exact): number {
        if (result.error || !result.left) {
            return result.error ? NaN : 1;
        }
        return Math.max(Math.abs(result.maxCompression / exact.maxCompression - 1), Math.abs(result.exitVelocity / exact.exitVelocity - 1), Math.abs(result.contactTime / exact.contactTime - 1));
    }

    /** Errors over the rate, the worst of some phases; in pieces, so that sliders stay quick. */
    private async computeSweep(turn: number, values: Record<ImpactName, number>, exact: Exact): Promise<void> {
        const sweep = new Map<string, Float64Array>(this.all.schemes.map((scheme) => [scheme.name, new Float64Array(2 * SWEEP).fill(NaN)]));
        for (let i = 0; i < SWEEP; i++) {
            const inside = 1.5 * Math.pow(400 / 1.5, i / (SWEEP - 1));
            const rate = inside / exact.contactTime;
            for (const [name, list] of sweep) {
                list[2 * i] = rate;
                let worst = 0;
                for (const phase of PHASES) {
                    this.setParameters({ ...values, rate, phase });
                    this.core.call.lab_run(this.all.schemes.findIndex((scheme) => scheme.name === name), this.memory, 0, 1);
                    worst = Math.max(worst, this.errorOf(this.core.json<Result>(), exact));
                    if (Number.isNaN(worst)) {
                        break;
                    }
                }
                list[2 * i + 1] = worst;
            }
            if (i % 3 === 2) {
                await new Promise((done) => setTimeout(done, 0));
                if (turn !== this.sweepTurn) {
                    return;
                }
            }
        }
        this.sweep = sweep;
        this.draw();
        this.say(values.rate);
    }

    /** What the picture says at the chosen rate, in words. */
    private say(rate: number): void {
        const errors = [...this.sweep].map(([name, list]) => ({ name, error: interpolate(list, rate) })).sort((a, b) => a.error - b.error);
        const able = errors.filter(({ error }) => !Number.isNaN(error));
        const trusted = able.filter(({ error }) => error <= TRUST);
        const write = (list: typeof errors) => list.map(({ name, error }) => `${name} ${error < 1e-9 ? "exact" : `${number(100 * error, 2)} %`}`).join(", ") || "none";
        const unable = errors.filter(({ error }) => Number.isNaN(error)).map(({ name }) => name);
        this.answer.replaceChildren(
            h("p", {}, `At ${quantity(rate, "Hz", 4)}, ${number(this.exact!.contactTime * rate, 2)} samples in contact, the worst of all phases in depth, exit velocity and duration:`),
            h("p", {}, h("strong", { class: "yes" }, "Within 1 %: "), `${write(trusted)}.`),
            h("p", {}, h("strong", { class: "no" }, "Not: "), `${write(able.filter(({ error }) => error > TRUST))}.`),
            ...(unable.length ? [h("p", {}, `Only without damping: ${unable.join(", ")}.`)] : []),
        );
        this.trust.setAttribute("aria-label", `error of each scheme over the sample rate. ${this.answer.textContent}`);
    }

    private showTable(): void {
        const exact = this.exact!;
        const percent = (value: number, right: number) => `${number(100 * (value / right - 1), 2)} %`;
        this.body.replaceChildren(
            ...this.all.schemes.map((scheme) => {
                const { result } = this.runs.get(scheme.name)!;
                const cells = result.error
                    ? [h("td", { colspan: 6, class: "quiet" }, result.error)]
                    : [
                          percent(result.maxCompression, exact.maxCompression),
                          result.left ? percent(result.exitVelocity, exact.exitVelocity) : "stays",
                          result.left ? percent(result.contactTime, exact.contactTime) : "–",
                          result.maxEnergyRise > 1e-12 ? `${number(100 * result.maxEnergyRise, 2)} %` : "never",
                          String(result.samplesInside),
                          result.iterationsMax ? `${number(result.iterationsMean, 2)}, at most ${result.iterationsMax}` : "–",
                      ].map((text) => h("td", {}, text));
                return h("tr", {}, h("th", { scope: "row" }, scheme.name), ...cells);
            }),
        );
    }

    private styleOf(name: string): { colour: string; dash: number[]; shape: number } {
        const { colour, mark, dash } = SCHEME_LOOKS[name] ?? { colour: "#666666", mark: 1, dash: [] };
        return { colour: theme().dark ? lightened(colour) : colour, dash, shape: mark };
    }

    private draw(): void {
        for (const [canvas, name] of this.samples) {
            const { colour, dash, shape } = this.styleOf(name);
            if (canvas.clientWidth) {
                drawSample(canvas, colour, dash, shape);
            }
        }
        const exact = this.exact;
        if (!exact) {
            return;
        }
        const colours = theme();
        const micro = exact.maxCompression < 1e-3 ? { factor: 1e6, unit: "µm" } : { factor: 1e3, unit: "mm" };
        const times = exact.contactTime < 1e-3 ? { factor: 1e6, unit: "µs" } : { factor: 1e3, unit: "ms" };
        const start = 0.5 * this.values.mass * this.values.velocity * this.values.velocity;
        const columns = (rows: Float32Array, column: number, scale: number) => {
            const out = new Float64Array((2 * rows.length) / COLUMNS);
            for (let i = 0; i * COLUMNS < rows.length; i++) {
                out[2 * i] = rows[i * COLUMNS] * times.factor;
                out[2 * i + 1] = rows[i * COLUMNS + column] * scale;
            }
            return out;
        };
        const few = exact.contactTime * this.values.rate < 60;
        const curvesOf = (column: number, scale: number): Curve[] => [
            { points: columns(this.curve, column, scale), colour: colours.ink, width: 4.5 },
            ...[...this.runs].filter(([name, run]) => this.shown.has(name) && !run.result.error).map(([name, run]) => ({ points: columns(run.rows, column, scale), ...this.styleOf(name), marks: few ? 1 : 0, width: 1.75 })),
        ];
        const time = { from: -0.2 * exact.contactTime * times.factor, to: 1.35 * exact.contactTime * times.factor, title: `time since the touch [${times.unit}]` };
        const depth = exact.maxCompression * micro.factor;
        plot(this.motion, time, { from: -0.35 * depth, to: 1.2 * depth, title: `compression [${micro.unit}]` }, curvesOf(1, micro.factor), { lines: [{ y: 0, colour: colours.quiet, label: "wall" }] });
        const kept = Math.max(0, exact.exitEnergy / start);
        plot(this.energy, time, { from: Math.max(0, Math.min(kept - 0.15, 0.85)), to: 1.15, title: "energy / energy at the start" }, curvesOf(4, 1 / start));
        if (this.sweep.size) {
            const rates = [...this.sweep.values()][0];
            const axis = { from: Math.min(rates[0], this.values.rate), to: Math.max(rates[2 * SWEEP - 2], this.values.rate), log: true, title: "sample rate [Hz]", text: (value: number) => (value >= 1e6 ? `${value / 1e6} M` : value >= 1e3 ? `${value / 1e3} k` : String(value)) };
            plot(
                this.trust,
                axis,
                { from: 1e-6, to: 2, log: true, title: "largest error, any phase", text: (value) => (value >= 1e-4 ? `${number(100 * value, 1)} %` : number(value, 1)) },
                [...this.sweep].filter(([name]) => this.shown.has(name)).map(([name, points]) => ({ points, ...this.styleOf(name), marks: 3, width: 2 })),
                { bands: [{ from: 1e-6, to: TRUST, colour: colours.ring }], lines: [{ x: this.values.rate, colour: colours.struck, label: quantity(this.values.rate, "Hz", 4) }, { y: TRUST, colour: colours.ring, label: "to be trusted: 1 %" }] },
            );
        }
    }

    close(): void {
        this.sweepTurn++;
        cancelAnimationFrame(this.pending);
        this.off.forEach((end) => end());
        this.core.call.release(this.memory);
        this.core.call.release(this.parameters);
    }
}

function interpolate(list: Float64Array, rate: number): number {
    for (let i = 0; i + 3 < list.length; i += 2) {
        if (rate <= list[i + 2]) {
            const t = Math.max(0, Math.log(rate / list[i]) / Math.log(list[i + 2] / list[i]));
            return Math.exp(Math.log(Math.max(1e-16, list[i + 1])) * (1 - t) + Math.log(Math.max(1e-16, list[i + 3])) * t);
        }
    }
    return list[list.length - 1];
}

export async function laboratoryRoom(place: Place): Promise<Room> {
    const [all, core] = await Promise.all([tables(), pageCore()]);
    return new Laboratory(all, core, place);
}
