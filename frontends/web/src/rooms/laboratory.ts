// Laboratory: one mass, one wall; the exact motion and every scheme that steps it.

import { copyLink, pageCore, say, tables, writePlace, type Place, type Room } from "../page/app";
import { scaleOf, slider, type Control } from "../page/controls";
import { h, icon, number, quantity, readIn, typesetUnits } from "../page/dom";
import { drawSample, plot, type Curve } from "../page/plot";
import { keepDrawn, prepareCanvas, theme } from "../page/theme";
import type { Core } from "../engine/core";
import type { ImpactName, Range, Tables } from "../engine/tables";

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
/** The least error of the picture. */
const LEAST = 1e-6;
/** Below it an error is that of the last bits. */
const NOISE = 1e-9;
const SWEEP = 30;
const PHASES = 32;
/** The page computes so long before it looks at its sliders again [ms]. */
const TURN = 12;

const sliders: { id: ImpactName; label: string; meaning: string }[] = [
    { id: "mass", label: "mass m", meaning: "of what flies at the wall" },
    { id: "stiffness", label: "stiffness K", meaning: "of the wall" },
    { id: "exponent", label: "exponent α", meaning: "1.5 for round solids, 2 to 4 for felt" },
    { id: "damping", label: "damping μ", meaning: "loss in the contact; 0 is elastic" },
    { id: "velocity", label: "velocity v", meaning: "with which it arrives" },
    { id: "rate", label: "sample rate", meaning: "steps a second" },
    { id: "phase", label: "phase", meaning: "where between two samples it touches" },
];

class Laboratory implements Room {
    readonly element: HTMLElement;
    private values: Record<ImpactName, number>;
    private shown: Set<string>;
    private readonly controls = new Map<ImpactName, Control>();
    private exact: Exact | null = null;
    private curve = new Float32Array(0);
    private readonly runs = new Map<string, { result: Result; rows: Float32Array }>();
    private sweep = new Map<string, number[]>();
    /** The error of each scheme at the chosen rate; none yet while it is computed. */
    private chosen: number[] = [];
    private turn = 0;
    private turnBegan = 0;
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
                ...scaleOf(range.from, range.to, range.log),
                text: (value) => quantity(value, range.unit, 3),
                read: (typed) => this.read(typed, range),
                home: () => all.impact[row.id],
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
                if (this.chosen.length) {
                    void this.sweepShown(++this.turn);
                }
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

    private read(typed: string, { unit: its, low, high, text }: Range): number {
        const value = readIn(its, typed);
        if (!(value >= low && value <= high)) {
            throw new Error(`must be ${text}${its ? ` ${its}` : ""}`);
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
            this.turn++;
            this.sweep.clear();
            this.chosen = [];
            this.body.replaceChildren();
            this.numbers.textContent = "";
            this.tell([h("p", {}, typesetUnits(`There is no closed form here: ${core.json<{ error: string }>().error}.`))]);
            this.draw();
            return;
        }
        const exact = core.json<Exact>();
        this.exact = exact;
        const points = 400;
        const count = core.call.lab_curve(this.memory, points, -0.2 * exact.contactTime, 1.35 * exact.contactTime);
        this.curve = core.floats(this.memory, count * COLUMNS).slice();
        this.all.schemes.forEach((scheme, i) => this.runs.set(scheme.name, this.run(i)));
        this.numbers.textContent = `In contact for ${quantity(exact.contactTime, "s", 4)}, ${number(exact.contactTime * values.rate, 3)} samples; ${quantity(exact.maxCompression, "m", 3)} deep; leaves at ${quantity(exact.exitVelocity, "m/s", 4)}.`;
        this.showTable();
        this.chosen = [];
        // what stands is of the impact before
        this.sweep.clear();
        this.tell([h("p", {}, `At ${quantity(values.rate, "Hz", 4)}: computing …`)], true);
        this.draw();
        void this.judge(++this.turn);
    }

    private tell(lines: HTMLElement[], busy = false): void {
        this.answer.setAttribute("aria-busy", String(busy));
        this.answer.replaceChildren(...lines);
    }

    /** The largest error of a scheme at a rate, the worst of all phases; in pieces, so that sliders stay quick. It never comes when
     *  something else has been asked for. */
    private async worst(turn: number, scheme: number, rate: number): Promise<number> {
        let worst = 0;
        for (let phase = 0; phase < PHASES && !Number.isNaN(worst); phase++) {
            worst = Math.max(worst, this.core.call.lab_error(scheme, rate, phase / PHASES));
            if (performance.now() - this.turnBegan > TURN) {
                await new Promise((done) => setTimeout(done, 0));
                if (turn !== this.turn) {
                    return new Promise(() => undefined);
                }
                this.turnBegan = performance.now();
            }
        }
        return worst;
    }

    /** Every scheme at the chosen rate, then those that are drawn at others. */
    private async judge(turn: number): Promise<void> {
        const chosen: number[] = [];
        for (let i = 0; i < this.all.schemes.length; i++) {
            chosen.push(await this.worst(turn, i, this.values.rate));
        }
        this.chosen = chosen;
        this.say();
        this.sweep = new Map();
        await this.sweepShown(turn);
    }

    private async sweepShown(turn: number): Promise<void> {
        const { rate } = this.values;
        const [first] = this.ends();
        const most = 400 / this.exact!.contactTime;
        const rates = [rate, ...Array.from({ length: SWEEP }, (_, i) => first * Math.pow(most / first, i / (SWEEP - 1)))].sort((a, b) => a - b);
        for (const [i, { name }] of this.all.schemes.entries()) {
            if (this.shown.has(name) && !this.sweep.has(name)) {
                const points: number[] = [];
                for (const one of rates) {
                    points.push(one, one === rate ? this.chosen[i] : await this.worst(turn, i, one));
                }
                this.sweep.set(name, points);
                this.draw();
            }
        }
        this.draw();
    }

    /** What the schemes do at the chosen rate, in words. */
    private say(): void {
        const { rate } = this.values;
        const errors = this.all.schemes.map(({ name }, i) => ({ name, error: this.chosen[i] })).sort((a, b) => a.error - b.error);
        const able = errors.filter(({ error }) => !Number.isNaN(error));
        const trusted = able.filter(({ error }) => error <= TRUST);
        const write = (list: typeof errors) => list.map(({ name, error }) => `${name} ${error < NOISE ? "exact" : `${number(100 * error, 2)}\u202f%`}`).join(", ") || "none";
        // a scheme says of itself that it has no damping; what else it refuses, it says in its own words
        const refused = errors.filter(({ error }) => Number.isNaN(error)).map(({ name }) => name);
        const undamped = (name: string) => this.values.damping !== 0 && !this.all.schemes.find((scheme) => scheme.name === name)!.damping;
        const unable = refused.filter(undamped);
        const why = new Map<string, string[]>();
        for (const name of refused.filter((one) => !undamped(one))) {
            const error = this.runs.get(name)!.result.error ?? "the engine refuses this impact at some phase";
            why.set(error, [...(why.get(error) ?? []), name]);
        }
        const sentences = [...why].map(([error, names]) => h("p", { class: "no" }, typesetUnits(`${refused.length === errors.length && why.size === 1 ? "None can be run" : `Cannot be run: ${names.join(", ")}`}: ${error}.`)));
        if (!able.length) {
            this.tell([h("p", {}, `At ${quantity(rate, "Hz", 4)}, ${number(this.exact!.contactTime * rate, 2)} samples in contact:`), ...sentences]);
            return;
        }
        this.tell([
            h("p", {}, `At ${quantity(rate, "Hz", 4)}, ${number(this.exact!.contactTime * rate, 2)} samples in contact, the worst of ${PHASES} phases in depth, exit velocity and duration:`),
            h("p", {}, h("strong", { class: "yes" }, "Within 1 %: "), `${write(trusted)}.`),
            h("p", {}, h("strong", { class: "no" }, "Not: "), `${write(able.filter(({ error }) => error > TRUST))}.`),
            ...(unable.length ? [h("p", {}, `Only without damping: ${unable.join(", ")}.`)] : []),
            ...sentences,
        ]);
        this.trust.setAttribute("aria-label", `error of each scheme over the sample rate. ${this.answer.textContent}`);
    }

    private showTable(): void {
        const exact = this.exact!;
        const percent = (value: number, right: number) => {
            const error = value / right - 1;
            return `${number(Math.abs(error) < NOISE ? 0 : 100 * error, 2)}\u202f%`;
        };
        this.body.replaceChildren(
            ...this.all.schemes.map((scheme) => {
                const { result } = this.runs.get(scheme.name)!;
                const cells = result.error
                    ? [h("td", { colspan: 6, class: "quiet" }, typesetUnits(result.error))]
                    : [
                          percent(result.maxCompression, exact.maxCompression),
                          result.left ? percent(result.exitVelocity, exact.exitVelocity) : "stays",
                          result.left ? percent(result.contactTime, exact.contactTime) : "–",
                          result.maxEnergyRise > 1e-12 ? `${number(100 * result.maxEnergyRise, 2)}\u202f%` : "never",
                          String(result.samplesInside),
                          result.iterationsMax ? `${number(result.iterationsMean, 2)}, at most ${result.iterationsMax}` : "–",
                      ].map((text) => h("td", {}, text));
                return h("tr", {}, h("th", { scope: "row" }, scheme.name), ...cells);
            }),
        );
    }

    private styleOf(name: string): { colour: string; dash: number[]; shape: number } {
        const { colour, mark, dash } = SCHEME_LOOKS[name];
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
            // nothing of the impact before
            [this.motion, this.energy, this.trust].forEach((canvas) => prepareCanvas(canvas));
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
            { points: columns(this.curve, column, scale), colour: colours.ink, width: 4.5, label: "exact" },
            ...[...this.runs].filter(([name, run]) => this.shown.has(name) && !run.result.error).map(([name, run]) => ({ points: columns(run.rows, column, scale), ...this.styleOf(name), marks: few ? 1 : 0, width: 1.75 })),
        ];
        const time = { from: -0.2 * exact.contactTime * times.factor, to: 1.35 * exact.contactTime * times.factor, title: `time since the touch [${times.unit}]` };
        const depth = exact.maxCompression * micro.factor;
        plot(this.motion, time, { from: -0.35 * depth, to: 1.2 * depth, title: `compression [${micro.unit}]` }, curvesOf(1, micro.factor), { lines: [{ y: 0, colour: colours.quiet, label: "wall" }] });
        const energies = curvesOf(4, 1 / start);
        const range = energyRange(energies);
        plot(this.energy, time, { ...range, title: "energy / energy at the start" }, energies);
        this.energy.setAttribute("aria-label", `energy over time, on an axis from ${number(range.from, 2)} to ${number(range.to, 3)} of that at the start`);
        const [first, last] = this.ends();
        const text = (value: number) => (value >= 1e6 ? `${number(value / 1e6)} M` : value >= 1e3 ? `${number(value / 1e3)} k` : number(value));
        const drawn = [...this.sweep].filter(([name]) => this.shown.has(name));
        // what is exact has no place on an axis of powers of ten
        const below = drawn.filter(([, points]) => points.every((value, i) => i % 2 === 0 || value < LEAST)).map(([name]) => name);
        const notes = [
            ...(this.sweep.size < this.shown.size ? ["computing …"] : []),
            ...(below.length ? [`below ${number(100 * LEAST, 1)} % everywhere: ${below.join(", ")}`] : []),
        ];
        this.trust.dataset["notes"] = notes.join("; ");
        plot(
            this.trust,
            { from: first, to: last, log: true, title: "sample rate [Hz]", text },
            { from: LEAST, to: 2, log: true, title: `largest error, ${PHASES} phases`, text: (value) => `${number(100 * value, 1)}\u202f%` },
            drawn.map(([name, points]) => ({ points, ...this.styleOf(name), marks: 3, width: 2 })),
            {
                bands: [{ from: LEAST, to: TRUST, colour: colours.ring }],
                lines: [{ x: this.values.rate, colour: colours.struck, label: quantity(this.values.rate, "Hz", 4) }, { y: TRUST, colour: colours.ring, label: "to be trusted: 1 %" }],
                notes,
            },
        );
    }

    /** The lowest and the highest rate of the picture: from few samples in contact to 400. */
    private ends(): [number, number] {
        const { rate } = this.values;
        const time = this.exact!.contactTime;
        return [Math.min(1.5 / time, rate), Math.max(400 / time, rate)];
    }

    close(): void {
        this.turn++;
        cancelAnimationFrame(this.pending);
        this.off.forEach((end) => end());
        this.core.call.release(this.memory);
        this.core.call.release(this.parameters);
    }
}

/** From the least to the most that is shown; by powers of ten where a scheme gains more than it had. */
function energyRange(curves: Curve[]): { from: number; to: number; log: boolean } {
    let least = 1;
    let most = 1;
    for (const { points } of curves) {
        for (let i = 1; i < points.length; i += 2) {
            least = Math.min(least, points[i]);
            most = Math.max(most, points[i]);
        }
    }
    return most > 2 ? { from: Math.max(0.01, 0.7 * least), to: 1.3 * most, log: true } : { from: Math.max(0, least - 0.15), to: most + 0.15, log: false };
}

export async function laboratoryRoom(place: Place): Promise<Room> {
    const [all, core] = await Promise.all([tables(), pageCore()]);
    return new Laboratory(all, core, place);
}
