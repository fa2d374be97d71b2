// Strike: a body to be hit, bowed and damped, drawn as it moves.

import { audioNow, base, copyLink, module, say, startAudio, writePlace, type Place, type Room } from "../page/app";
import { Core } from "../engine/core";
import { makeNode } from "../engine/urto";
import type { Film, FromProcessor, ToProcessor } from "../engine/messages";
import { BodyView, geometryOf, type Form } from "../page/body-view";
import { choice, scaleOf, slider, type Control } from "../page/controls";
import { h, icon, number, quantity, readIn, stillness } from "../page/dom";
import { Scope } from "../page/scope";
import { SlowWatcher } from "../page/slow";
import { keepDrawn, prepareCanvas, theme } from "../page/theme";

interface Mallet {
    name: string;
    mass: number;
    stiffness: number;
    exponent: number;
    damping: number;
}

interface Kind {
    id: string;
    name: string;
    form: Form;
    /** Force of a bow that holds it [N]. */
    bow: number;
    /** Modes that are drawn. */
    modes: number;
}

const USUAL_STRENGTH = 2; // m/s
const STRENGTHS = [0.2, 6]; // m/s
const kinds: Kind[] = [
    { id: "drum", name: "Drum", form: "disc", bow: 3, modes: 140 },
    { id: "plate", name: "Plate", form: "sheet", bow: 40, modes: 140 },
    { id: "bar", name: "Bar", form: "bar", bow: 40, modes: 12 },
    { id: "string", name: "String", form: "string", bow: 2, modes: 90 },
    { id: "glass", name: "Glass", form: "ring", bow: 2, modes: 14 },
];

const tools = ["mallet", "finger", "bow"] as const;
type Tool = (typeof tools)[number];
type Side = "left" | "right";
const sides: Side[] = ["left", "right"];

interface Spot {
    x: number;
    y: number;
}

const STRIDE = 2;
const ROWS = 1800;
const FINGER = 2e4; // N/m
const NOTHING = 1e-6;
const PLACES = ["tip", "press", "bow", "left", "right"] as const;

class Strike implements Room {
    readonly element: HTMLElement;
    private kind = kinds[0];
    private mallet: Mallet;
    private tool: Tool = "mallet";
    private strength = USUAL_STRENGTH;
    private slowness = 200;
    private readonly view = new BodyView();
    private core!: Core;
    private targets: Record<string, number> = {};
    private ids = { body: 0, mallet: 0, tip: 0 };
    private contacts = 1;
    private tipIndex = 0;
    private rate = 48000;
    private node: Promise<AudioWorkletNode> | null = null;
    private live: AudioWorkletNode | null = null;
    private film: Film | null = null;
    private filmScale = 1;
    private filmMost = 0;
    private row = 0;
    private waiting = false;
    private place: Spot = { x: 0, y: 0 };
    private ears: Record<Side, Spot> = { left: { x: 0, y: 0 }, right: { x: 0, y: 0 } };
    private dragged: Side | "tool" | null = null;
    /** What was held before `d` or `b` went down. */
    private toolBefore: Tool | null = null;
    private plays = !stillness();
    private writing = 0;
    private trail: { x: number; y: number; time: number }[] = [];
    private frame = 0;
    private last = 0;
    private turn = 0;
    private bowing = 0;

    private readonly canvas = h("canvas", { class: "body-canvas", tabindex: 0, role: "application", "aria-label": "the body: arrow keys move the place, space hits it, d damps it and b bows it while they are held" });
    private readonly bodies: ReturnType<typeof choice>;
    private readonly malletChoice: ReturnType<typeof choice>;
    private readonly toolChoice: ReturnType<typeof choice>;
    private readonly strengthSlider: Control;
    private readonly earSliders = {} as Record<Side, HTMLInputElement>;
    private readonly filmTime = h("input", { type: "range", min: 0, max: 1, step: 0.001, value: 0, "aria-label": "instant of the motion" });
    private readonly filmButton: HTMLButtonElement;
    private readonly caption = h("p", { class: "caption", role: "status" });
    private readonly readings = { duration: h("output", { "aria-label": "length of the touch" }, "–"), force: h("output", { "aria-label": "largest force" }, "–"), way: h("output", { "aria-label": "largest displacement" }, "–"), modes: h("output", { "aria-label": "modes" }, "–") };
    private readonly scope: Scope;
    private readonly slow = new SlowWatcher((what) => say(`This device is too slow for the ${this.kind.name.toLowerCase()}: ${what}. Choose the glass or the bar, which have fewer modes, or close what else is running.`, "error", { name: "slow" }));
    private readonly off: (() => void)[] = [];

    constructor(
        private readonly compiled: WebAssembly.Module,
        private readonly mallets: Mallet[],
        private readonly texts: Map<string, string>,
        place: Place,
    ) {
        this.mallet = mallets[2];
        this.bodies = choice("body", kinds.map((kind) => ({ value: kind.id, text: kind.name })), this.kind.id, (id) => this.choose(id));
        this.malletChoice = choice("mallet", mallets.map((one) => ({ value: one.name, text: one.name })), this.mallet.name, (name) => this.takeMallet(name));
        this.toolChoice = choice("what you hold", [{ value: "mallet", text: "Mallet" }, { value: "finger", text: "Finger" }, { value: "bow", text: "Bow" }], "mallet", (tool) => this.takeTool(tool as Tool));
        this.malletChoice.element.classList.add("light");
        const [softest, hardest] = STRENGTHS;
        this.strengthSlider = slider({
            label: "strength",
            description: "how fast the mallet comes; swing the mouse to hit harder",
            ...scaleOf(softest, hardest, true),
            text: (value) => quantity(value, "m/s", 2),
            read: (typed) => readNumber(typed, softest, hardest, "m/s"),
            home: () => USUAL_STRENGTH,
            onchange: (value) => {
                this.strength = value;
                this.writeSoon();
            },
        });
        const hearing = h("div", { class: "ears" });
        for (const side of sides) {
            const input = h("input", { type: "range", min: 0, max: 1, step: 0.01, "aria-label": `heard on the ${side}`, title: "arrow keys up and down move it across a drum or plate" });
            input.addEventListener("input", () => this.moveEar(side, { x: this.along(Number(input.value)), y: this.ears[side].y }));
            input.addEventListener("keydown", (event) => {
                const step = event.key === "ArrowUp" ? -0.02 : event.key === "ArrowDown" ? 0.02 : 0;
                if (step && this.surface) {
                    const { height, width } = this.view.geometry;
                    this.moveEar(side, { x: this.ears[side].x, y: this.ears[side].y + step * (height || width) });
                    event.preventDefault();
                }
            });
            this.earSliders[side] = input;
            hearing.append(h("label", { class: "slider" }, h("span", {}, side === "left" ? "L, heard on the left" : "R, heard on the right"), input));
        }
        this.filmTime.addEventListener("input", () => {
            this.setPlays(false);
            this.row = Math.round(Number(this.filmTime.value) * ((this.film?.count ?? 1) - 1));
            this.draw();
        });
        this.filmButton = h("button", { type: "button", class: "button small", onclick: () => this.setPlays(!this.plays) }, this.plays ? "Hold" : "Move");
        const slowness = choice("slowed down", [["40", "40 ×"], ["200", "200 ×"], ["1000", "1000 ×"]].map(([value, text]) => ({ value, text })), "200", (value) => (this.slowness = Number(value)));
        slowness.element.classList.add("light");
        const wave = h("canvas", { class: "wave", role: "img", "aria-label": "wave of what sounds now" });
        const spectrum = h("canvas", { class: "spectrum", role: "img", "aria-label": "spectrum of what sounds now, 50 Hz to 20 kHz" });
        this.scope = new Scope(wave, spectrum);
        const r = this.readings;
        this.element = h(
            "div",
            { class: "strike" },
            h("header", { class: "room-head" }, h("h1", {}, "Hit it anywhere"), h("p", { class: "about" }, "The picture is the engine's own state, slowed down; heights are drawn larger than they are.")),
            h("div", { class: "row strike-tools" }, this.bodies.element),
            h("section", { class: "stage body-stage", "aria-label": "body" }, this.canvas, this.caption),
            h(
                "div",
                { class: "bench" },
                h("section", { class: "card", "aria-label": "how it is touched" },
                    h("div", { class: "row" }, this.toolChoice.element,
                        h("button", { type: "button", class: "button primary", onclick: () => this.hit(this.strength) }, "Hit"),
                        h("button", { type: "button", class: "button", onclick: () => this.damp() }, icon("stop"), h("span", {}, "Damp")),
                        h("button", { type: "button", class: "button", onclick: () => (this.write(), void copyLink("this body")) }, icon("link"), h("span", {}, "Link"))),
                    h("h2", { class: "spaced" }, "Mallet, from yarn to nail"), this.malletChoice.element,
                    this.strengthSlider.element,
                    h("h2", { class: "spaced" }, "Picture, slowed down"),
                    h("div", { class: "row" }, slowness.element, this.filmButton, this.filmTime),
                    h("h2", { class: "spaced" }, "Where it is heard: drag L and R in the picture, or slide them"), hearing),
                h("section", { class: "card output", "aria-label": "what is heard" }, wave, spectrum,
                    h("dl", { class: "readings" },
                        h("dt", {}, "touch"), h("dd", {}, r.duration),
                        h("dt", {}, "largest force"), h("dd", {}, r.force),
                        h("dt", {}, "moves"), h("dd", {}, r.way),
                        h("dt", {}, "modes"), h("dd", {}, r.modes))),
            ),
        );
        this.canvas.addEventListener("pointerdown", (event) => this.pointerDown(event));
        this.canvas.addEventListener("pointermove", (event) => this.pointerMove(event));
        this.canvas.addEventListener("pointerup", () => this.release());
        this.canvas.addEventListener("pointercancel", () => this.release());
        this.canvas.addEventListener("keydown", (event) => this.keyDown(event));
        this.canvas.addEventListener("keyup", (event) => (event.key === "d" || event.key === "b") && this.release());
        this.canvas.addEventListener("blur", () => this.release());
        this.off.push(keepDrawn(this.canvas, () => this.draw()));
        this.go(place);
        void audioNow()?.then((audio) => this.scope.listen(audio.analyser));
        const tick = (now: number) => {
            this.tick(now);
            this.frame = requestAnimationFrame(tick);
        };
        this.frame = requestAnimationFrame(tick);
    }

    go(place: Place): void {
        const id = place.path[0] ?? kinds[0].id;
        const mallet = place.query.get("mallet");
        if (!kinds.some((kind) => kind.id === id)) {
            say(`There is no body "${id.slice(0, 40)}": here is ${kinds[0].name}.`, "error", { name: "address" });
        }
        if (mallet !== null && !this.mallets.some((one) => one.name === mallet)) {
            say(`There is no mallet "${mallet.slice(0, 40)}", must be one of ${this.mallets.map((one) => one.name).join(", ")}.`, "error", { name: "address" });
        }
        this.mallet = this.mallets.find((one) => one.name === mallet) ?? this.mallet;
        this.malletChoice.show(this.mallet.name);
        this.choose(kinds.find((kind) => kind.id === id)?.id ?? kinds[0].id);
        const wrong = (name: string, text: string, right: string) => say(`The link says ${name} = ${text.slice(0, 30)}, must be ${right}: it is left out.`, "error", { name: "address" });
        const tool = place.query.get("tool");
        if (tool !== null) {
            const known = tools.find((one) => one === tool);
            known ? this.takeTool(known) : wrong("tool", tool, tools.join(", "));
        }
        const strength = place.query.get("strength");
        if (strength !== null) {
            const value = strength === "" ? NaN : Number(strength);
            const [softest, hardest] = STRENGTHS;
            if (value >= softest && value <= hardest) {
                this.strength = value;
                this.strengthSlider.show(value);
            } else {
                wrong("strength", strength, `${softest} to ${hardest} m/s`);
            }
        }
        for (const name of ["at", ...sides] as const) {
            const text = place.query.get(name);
            if (text !== null) {
                const numbers = /^-?[\d.]+,-?[\d.]+$/.test(text) ? text.split(",").map(Number) : [NaN];
                if (numbers.some((one) => !Number.isFinite(one))) {
                    wrong(name, text, "x,y in metres");
                } else if (!this.isOn(numbers[0], numbers[1])) {
                    wrong(name, text, `x,y in metres on the ${this.kind.name.toLowerCase()}, ${this.reach()}`);
                } else if (name === "at") {
                    this.place = this.view.within(numbers[0], numbers[1]);
                } else {
                    this.moveEar(name, { x: numbers[0], y: numbers[1] });
                }
            }
        }
        this.draw();
        this.write();
    }

    private write(): void {
        clearTimeout(this.writing);
        const home = this.homePlaces();
        const query: Record<string, string> = { mallet: this.mallet.name };
        const tool = this.toolBefore ?? this.tool;
        if (tool !== "mallet") {
            query["tool"] = tool;
        }
        if (this.strength !== USUAL_STRENGTH) {
            query["strength"] = String(Number(this.strength.toPrecision(3)));
        }
        for (const [name, spot, its] of [["at", this.place, home.place], ["left", this.ears.left, home.left], ["right", this.ears.right, home.right]] as const) {
            if (spot.x !== its.x || spot.y !== its.y) {
                query[name] = [spot.x, spot.y].map((one) => String(Number(one.toFixed(4)))).join(",");
            }
        }
        writePlace("strike", [this.kind.id], query);
    }

    private writeSoon(): void {
        clearTimeout(this.writing);
        this.writing = window.setTimeout(() => this.write(), 300);
    }

    /** Where a body is struck and heard at first. */
    private homePlaces(): Record<"place" | Side, Spot> {
        const { width, height } = this.view.geometry;
        return this.kind.form === "disc"
            ? { place: { x: 0.3 * width, y: 0.25 * width }, left: { x: -0.45 * width, y: 0.35 * width }, right: { x: 0.5 * width, y: 0.3 * width } }
            : { place: { x: (this.kind.form === "string" ? 0.13 : 0.4) * width, y: 0.45 * height }, ...(this.kind.form === "ring" ? { left: { x: 0.82 * width, y: 0 }, right: { x: 0.15 * width, y: 0 } } : { left: { x: 0.15 * width, y: 0.22 * height }, right: { x: 0.82 * width, y: 0.31 * height } }) };
    }

    /** Whether a place of a link can be touched; of a line y says nothing. */
    private isOn(x: number, y: number): boolean {
        const { width } = this.view.geometry;
        const near = this.view.within(x, y);
        return Math.hypot(near.x - x, this.surface ? near.y - y : 0) < 1e-3 * width;
    }

    private reach(): string {
        const { width, height } = this.view.geometry;
        const far = this.view.within(1e9, 0).x;
        return this.kind.form === "disc" ? `at most ${quantity(far, "m", 3)} from the middle` : `x from 0 to ${quantity(width, "m", 3)}${this.surface ? `, y to ${quantity(height, "m", 3)}` : ""}`;
    }

    private get surface(): boolean {
        return this.kind.form === "disc" || this.kind.form === "sheet";
    }

    /** A part 0 to 1 of the body's width as a place [m], and back; a disc has its origin in the middle. */
    private along(part: number): number {
        const { width } = this.view.geometry;
        return this.kind.form === "disc" ? (2 * part - 1) * width : part * width;
    }

    private moveEar(side: Side, to: Spot): void {
        this.ears[side] = this.view.within(to.x, to.y);
        this.setPlace(side, this.ears[side]);
        this.showEars();
        this.draw();
        this.writeSoon();
    }

    private showEars(): void {
        const { width } = this.view.geometry;
        for (const side of sides) {
            const { x, y } = this.ears[side];
            const part = this.kind.form === "disc" ? (x / width + 1) / 2 : x / width;
            const input = this.earSliders[side];
            input.value = String(part);
            input.style.setProperty("--filled", `${100 * part}%`);
            input.setAttribute("aria-valuetext", this.placeText({ x, y }));
        }
    }

    private placeText({ x, y }: Spot): string {
        return `${number(x, 2)} m${this.surface ? `, ${number(y, 2)} m` : ""}`;
    }

    private setPlays(plays: boolean): void {
        this.plays = plays;
        this.filmButton.textContent = plays ? "Hold" : "Move";
    }

    private choose(id: string): void {
        this.kind = kinds.find((kind) => kind.id === id)!;
        this.bodies.show(id);
        this.closeNode();
        this.film = null;
        void audioNow()?.then((audio) => (this.rate = audio.context.sampleRate));
        this.build();
        const { place, left, right } = this.homePlaces();
        this.place = place;
        this.ears = { left, right };
        this.showEars();
        this.caption.textContent = "Click it: one hit is one sound.";
        this.draw();
        this.write();
    }

    /** The body, on the page: its modes and where they move. */
    private build(): void {
        const core = new Core(this.compiled);
        const call = core.call;
        const fine = core.withText(this.texts.get(this.kind.id)!, (at, size) => call.scene_load(at, size)) && call.scene_play(this.rate, 0, 0);
        const made = core.json<{ errors: { message: string }[]; bodies: { name: string; width: number; height: number; degrees: number }[]; contacts: string[] }>();
        if (!fine) {
            throw new Error(made.errors[0]?.message ?? "the body could not be made");
        }
        this.core = core;
        this.ids = { body: core.withText("body", (at) => call.scene_body(at)), mallet: core.withText("mallet", (at) => call.scene_body(at)), tip: core.withText("tip", (at) => call.scene_contact(at)) };
        this.contacts = made.contacts.length;
        this.tipIndex = made.contacts.indexOf("tip");
        this.targets = {};
        const names = [...PLACES.flatMap((one) => [`${one}.x`, `${one}.y`]), "tip.stiffness", "tip.exponent", "tip.damping", "mallet.mass_factor", "press.stiffness", "bow.force", "bow.velocity"];
        for (const name of names) {
            this.targets[name] = core.withText(name, (at) => call.scene_target(at));
        }
        const body = made.bodies.find((one) => one.name === "body")!;
        const modes = Math.min(this.kind.modes, body.degrees);
        const geometry = geometryOf(this.kind.form, body.width, body.height);
        const points = geometry.places.length / 2;
        const places = core.alloc(8 * geometry.places.length);
        const shapes = core.alloc(4 * points * modes);
        core.doubles(places, geometry.places.length).set(geometry.places);
        call.scene_mode_shapes(this.ids.body, modes, places, points, shapes);
        this.view.take(geometry, core.floats(shapes, points * modes).slice(), modes);
        call.release(shapes);
        call.release(places);
        this.modes = modes;
        const frequencies = core.alloc(16);
        call.scene_mode_list(this.ids.body, frequencies, 2);
        const [first] = core.doubles(frequencies, 2);
        this.readings.modes.textContent = `${body.degrees}, from ${quantity(first, "Hz", 3)}`;
        this.setMallet();
    }

    private modes = 0;

    private closeNode(): void {
        this.turn++;
        const live = this.live;
        this.live = null;
        this.node = null;
        if (live) {
            this.post(live, { type: "panic" });
            setTimeout(() => {
                live.disconnect();
                this.post(live, { type: "end" });
            }, 60);
        }
    }

    private post(node: AudioWorkletNode, message: ToProcessor): void {
        node.port.postMessage(message);
    }

    private control(name: string, value: number, ramp = 0): void {
        const target = this.targets[name];
        if (target && this.live) {
            this.post(this.live, { type: "control", target, value, ramp });
        } else if (target) {
            this.core.call.scene_set(target, value, 0);
        }
    }

    private setPlace(name: (typeof PLACES)[number], place: { x: number; y: number }): void {
        this.control(`${name}.x`, place.x);
        this.control(`${name}.y`, place.y);
    }

    private setMallet(): void {
        this.control("tip.stiffness", this.mallet.stiffness);
        this.control("tip.exponent", this.mallet.exponent);
        this.control("tip.damping", this.mallet.damping);
        this.control("mallet.mass_factor", this.mallet.mass);
    }

    private takeMallet(name: string): void {
        this.mallet = this.mallets.find((one) => one.name === name)!;
        this.setMallet();
        this.takeTool("mallet");
    }

    private takeTool(tool: Tool): void {
        this.tool = tool;
        this.toolChoice.show(tool);
        this.writeSoon();
        this.canvas.dataset["tool"] = tool;
        this.draw();
    }

    private ready(): Promise<AudioWorkletNode> {
        if (!this.node) {
            const turn = this.turn;
            this.node = startAudio().then((audio) => {
                if (turn !== this.turn) {
                    return this.ready();
                }
                this.scope.listen(audio.analyser);
                if (audio.context.sampleRate !== this.rate) {
                    this.rate = audio.context.sampleRate;
                    this.build();
                }
                const gain = 1;
                const node = makeNode(audio.context, {
                    module: this.compiled,
                    memory: this.core.copyMemory(),
                    source: { kind: "scene", body: this.ids.body, modes: this.modes, mallet: this.ids.mallet, contact: this.tipIndex, contacts: this.contacts, gain },
                });
                this.slow.reset();
                node.port.onmessage = ({ data }: MessageEvent<FromProcessor>) => (data.type === "film" ? this.takeFilm(data) : data.type === "meter" && this.slow.take(data));
                node.onprocessorerror = () => {
                    say("No sound: the engine has stopped; choose the body again.", "error");
                    this.closeNode();
                };
                node.connect(audio.output);
                this.live = node;
                this.setMallet();
                this.setPlace("left", this.ears.left);
                this.setPlace("right", this.ears.right);
                return node;
            });
            this.node.catch(() => (this.node = null));
        }
        return this.node;
    }

    private hit(speed: number): void {
        const place = { ...this.place };
        this.ready().then(
            (node) => {
                this.setPlace("tip", place);
                this.post(node, { type: "film", stride: STRIDE, rows: ROWS });
                // the tip is there first: its place glides for a few milliseconds
                this.post(node, { type: "throw", body: this.ids.mallet, contact: this.ids.tip, speed, delay: 0.006 });
                this.waiting = true;
                this.caption.textContent = `${this.mallet.name}, ${quantity(speed, "m/s", 2)}`;
            },
            () => undefined,
        );
    }

    private damp(): void {
        this.ready().then(
            () => {
                this.setPlace("press", this.place);
                this.control("press.stiffness", FINGER);
                setTimeout(() => this.control("press.stiffness", NOTHING), 700);
                this.askFilm();
            },
            () => undefined,
        );
    }

    private askFilm(): void {
        if (this.live && !this.waiting) {
            this.waiting = true;
            this.post(this.live, { type: "film", stride: STRIDE, rows: ROWS });
        }
    }

    private takeFilm(film: Film): void {
        this.waiting = false;
        this.film = film;
        this.row = 0;
        // how far it goes, from some of its rows
        let most = 0;
        let furthest = 0;
        for (let row = 0; row < film.count; row += 12) {
            this.view.move(film.rows.subarray(row * film.width, row * film.width + this.modes));
            if (this.view.largest > most) {
                most = this.view.largest;
                furthest = row;
            }
        }
        if (!this.plays) {
            this.row = furthest;
        }
        this.filmMost = most;
        this.filmScale = this.view.swing / Math.max(most, 1e-9);
        this.readings.way.textContent = most > 1e-9 ? `± ${quantity(most, "m", 2)}` : "–";
        if (film.hit) {
            let touched = 0;
            let force = 0;
            for (let row = 0; row < film.count; row++) {
                const its = film.rows[row * film.width + this.modes + 1];
                touched += its > 0 ? 1 : 0;
                force = Math.max(force, its);
            }
            const step = STRIDE / this.rate;
            this.readings.duration.textContent = touched ? `${quantity(touched * step, "s", 2)}` : "–";
            this.readings.force.textContent = quantity(force, "N", 2);
        }
        this.draw();
    }

    private tick(now: number): void {
        const passed = Math.min(50, now - this.last);
        this.last = now;
        if (this.bowing && this.dragged === "tool") {
            if (now - this.bowing > 900) {
                this.bowing = now;
                this.askFilm();
            }
        }
        if (!this.film || !this.plays) {
            return;
        }
        this.row += (0.001 * passed * this.rate) / (this.slowness * STRIDE);
        if (this.row >= this.film.count) {
            this.row = this.film.count - 1;
            // the next piece of what goes on meanwhile
            this.askFilm();
        }
        this.draw();
    }

    private draw(): void {
        const { context, width, height } = prepareCanvas(this.canvas);
        const colours = theme();
        this.view.fit(width, height);
        const film = this.film;
        const row = Math.min(Math.floor(this.row), (film?.count ?? 1) - 1) * (film?.width ?? 0);
        const part = film ? this.row / (film.count - 1) : 0;
        this.filmTime.value = String(part);
        this.filmTime.style.setProperty("--filled", `${100 * part}%`);
        this.filmTime.setAttribute("aria-valuetext", `${this.milliseconds} ms`);
        const modes = film ? film.rows.subarray(row, row + this.modes) : new Float32Array(this.modes);
        this.view.move(modes);
        const scale = film ? Math.min(this.filmScale, this.view.swing / 1e-9) : 0;
        this.view.draw(context, scale, colours);
        for (const side of sides) {
            const [x, y] = this.earPoint(side);
            context.strokeStyle = colours.quiet;
            context.lineWidth = 1.5;
            context.beginPath();
            context.moveTo(x, y);
            context.lineTo(...this.view.point(this.ears[side].x, this.ears[side].y, 0));
            context.stroke();
            context.beginPath();
            context.arc(x, y, 13, 0, 2 * Math.PI);
            context.fillStyle = colours.raised;
            context.fill();
            context.strokeStyle = colours.ink;
            context.lineWidth = 2;
            context.stroke();
            context.fillStyle = colours.ink;
            context.textAlign = "center";
            context.font = "600 13px Inter, system-ui, sans-serif";
            context.fillText(side === "left" ? "L" : "R", x, y + 4.5);
        }
        // what touches it
        const [px, py] = this.view.point(this.place.x, this.place.y, 0);
        const ring = this.kind.form === "ring";
        if (this.tool === "mallet") {
            const up = film ? film.rows[row + this.modes] * scale : this.view.swing * 0.9;
            const force = film ? film.rows[row + this.modes + 1] : 0;
            const shown = film && film.hit ? up : this.view.swing * 0.9;
            const head = 6 + 9 * (1 - this.mallets.indexOf(this.mallet) / this.mallets.length);
            const far = Math.min(shown, height);
            const [mx, my] = this.view.point(this.place.x, this.place.y, far + (ring ? head : 0));
            const cy = ring ? my : my - head;
            context.strokeStyle = colours.quiet;
            context.lineWidth = 3;
            context.beginPath();
            context.moveTo(mx, cy);
            context.lineTo(mx + 60, cy - 70);
            context.stroke();
            context.beginPath();
            context.arc(mx, cy, head, 0, 2 * Math.PI);
            context.fillStyle = force > 0 ? colours.struck : colours.raised;
            context.fill();
            context.strokeStyle = colours.struck;
            context.lineWidth = 2.5;
            context.stroke();
            if (!film) {
                context.setLineDash([3, 4]);
                context.beginPath();
                context.arc(px, py, 16, 0, 2 * Math.PI);
                context.stroke();
                context.setLineDash([]);
            }
        } else {
            context.fillStyle = this.dragged === "tool" ? colours.struck : colours.raised;
            context.strokeStyle = colours.struck;
            context.lineWidth = 2.5;
            context.beginPath();
            if (this.tool === "finger") {
                context.ellipse(px, py - 4, 12, 16, 0.3, 0, 2 * Math.PI);
            } else {
                context.rect(px - 5, py - 52, 10, 104);
            }
            context.fill();
            context.stroke();
        }
        context.font = "12px Inter, system-ui, sans-serif";
        context.fillStyle = colours.quiet;
        if (film && this.filmMost > 1e-9) {
            context.textAlign = "left";
            context.fillText(`${this.milliseconds} ms${film.hit ? " since the throw" : ""} · heights ${number(scale / this.view.pixels, 2)} times larger`, 10, height - 10);
        }
    }

    private get milliseconds(): string {
        return ((1000 * this.row * STRIDE) / this.rate).toFixed(2);
    }

    /** Where a place that is heard is drawn: below a line, where nothing hits it. */
    private earPoint(side: Side): [number, number] {
        const [x, y] = this.view.point(this.ears[side].x, this.ears[side].y, 0);
        return [x, y + (this.kind.form === "bar" || this.kind.form === "string" ? 56 : 0)];
    }

    private local(event: PointerEvent): [number, number] {
        const box = this.canvas.getBoundingClientRect();
        return [event.clientX - box.left, event.clientY - box.top];
    }

    private pointerDown(event: PointerEvent): void {
        if (event.button !== 0) {
            return;
        }
        const [x, y] = this.local(event);
        this.canvas.setPointerCapture(event.pointerId);
        for (const side of sides) {
            const [ex, ey] = this.earPoint(side);
            if (Math.hypot(x - ex, y - ey) < 20) {
                this.dragged = side;
                return;
            }
        }
        const place = this.view.placeAt(x, y);
        if (place.off > 60) {
            return;
        }
        this.place = { x: place.x, y: place.y };
        this.dragged = "tool";
        this.writeSoon();
        if (this.tool === "mallet") {
            this.hit(this.swung(event));
        } else {
            this.press();
        }
        this.draw();
    }

    /** The speed of the mallet: as the mouse swings, or the chosen strength. */
    private swung(event: PointerEvent): number {
        const before = this.trail.filter((one) => event.timeStamp - one.time < 90);
        let factor = 1;
        if (event.pointerType === "mouse" && before.length > 1) {
            const first = before[0];
            const way = Math.hypot(event.clientX - first.x, event.clientY - first.y);
            factor = 0.75 + Math.min(2, (0.9 * way) / Math.max(20, event.timeStamp - first.time));
        }
        return Math.max(STRENGTHS[0], Math.min(STRENGTHS[1], this.strength * factor));
    }

    private press(): void {
        const tool = this.tool;
        this.ready().then(
            () => {
                if (this.dragged !== "tool" && tool !== this.tool) {
                    return;
                }
                if (tool === "finger") {
                    this.setPlace("press", this.place);
                    this.control("press.stiffness", FINGER);
                } else {
                    this.setPlace("bow", this.place);
                    this.control("bow.velocity", 0.25);
                    this.control("bow.force", this.kind.bow, Math.round(0.03 * this.rate));
                }
                this.bowing = performance.now();
                this.askFilm();
                this.caption.textContent = tool === "finger" ? "A finger presses: it takes the sound away." : "Bowed: move up and down for speed.";
            },
            () => undefined,
        );
    }

    private pointerMove(event: PointerEvent): void {
        this.trail.push({ x: event.clientX, y: event.clientY, time: event.timeStamp });
        if (this.trail.length > 24) {
            this.trail.shift();
        }
        if (!this.dragged) {
            return;
        }
        const [x, y] = this.local(event);
        const place = this.view.placeAt(x, y);
        if (this.dragged === "left" || this.dragged === "right") {
            this.moveEar(this.dragged, place);
            return;
        }
        if (this.tool !== "mallet") {
            const before = this.trail[this.trail.length - 4];
            this.place = { x: place.x, y: place.y };
            this.writeSoon();
            this.setPlace(this.tool === "finger" ? "press" : "bow", place);
            if (this.tool === "bow" && before) {
                const speed = Math.hypot(event.clientX - before.x, event.clientY - before.y) / Math.max(8, event.timeStamp - before.time);
                this.control("bow.velocity", Math.max(0.08, Math.min(1.2, 0.12 + 0.5 * speed)), Math.round(0.05 * this.rate));
            }
        }
        this.draw();
    }

    private release(): void {
        if (this.dragged === "tool" && this.tool !== "mallet") {
            this.control("press.stiffness", NOTHING);
            this.control("bow.force", 0, Math.round(0.02 * this.rate));
            this.bowing = 0;
            this.askFilm();
        }
        this.dragged = null;
        if (this.toolBefore) {
            this.takeTool(this.toolBefore);
            this.toolBefore = null;
        }
        this.draw();
    }

    private keyDown(event: KeyboardEvent): void {
        const { width, height } = this.view.geometry;
        const step = event.shiftKey ? 0.01 : 0.05;
        const along: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
        const move = along[event.key];
        if (move) {
            this.place = this.view.within(this.place.x + move[0] * step * width, this.place.y + move[1] * step * (height || width));
            this.caption.textContent = `place ${this.placeText(this.place)}`;
            this.draw();
            this.writeSoon();
        } else if (event.key === " " || event.key === "Enter") {
            if (!event.repeat) {
                this.hit(event.shiftKey ? Math.min(STRENGTHS[1], 2 * this.strength) : this.strength);
            }
        } else if ((event.key === "d" || event.key === "b") && !event.repeat) {
            this.toolBefore ??= this.tool;
            this.takeTool(event.key === "d" ? "finger" : "bow");
            this.dragged = "tool";
            this.press();
        } else {
            return;
        }
        event.preventDefault();
    }

    close(): void {
        cancelAnimationFrame(this.frame);
        this.off.forEach((end) => end());
        this.scope.close();
        this.closeNode();
        clearTimeout(this.writing);
    }
}

function readNumber(typed: string, low: number, high: number, unit: string): number {
    const value = readIn(unit, typed);
    if (!(value >= low && value <= high)) {
        throw new Error(`must be ${low} to ${high} ${unit}`);
    }
    return value;
}

export async function strikeRoom(place: Place): Promise<Room> {
    const text = (file: string) => fetch(new URL(`strike/${file}`, base)).then((answer) => {
        if (!answer.ok) {
            throw new Error(`${file} could not be read: ${answer.status}`);
        }
        return answer.text();
    });
    const [compiled, mallets, ...texts] = await Promise.all([module(), text("mallets.json"), ...kinds.map((kind) => text(`${kind.id}.yaml`))]);
    return new Strike(compiled, JSON.parse(mallets) as Mallet[], new Map(kinds.map((kind, i) => [kind.id, texts[i]])), place);
}
