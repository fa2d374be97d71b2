// Scenes: write one, hear it, see what it does.

import { audioNow, base, copyLink, module, pageCore, say, startAudio, writePlace, type Place, type Room } from "../page/app";
import { Core } from "../engine/core";
import type { FromRender, SceneBodies, SceneError, SceneHead, Sound, ToRender } from "../engine/scene-messages";
import { Instrument, makeNode } from "../engine/urto";
import type { InstrumentTable } from "../engine/tables";
import { choice, knob, scaleOf, select } from "../page/controls";
import { download, h, icon, lasting, number, quantity, stillness, typedIn, typeset } from "../page/dom";
import { Editor } from "../page/editor";
import { Bars, semitoneOf } from "../page/keys";
import { FilmView } from "../page/film";
import { SlowWatcher } from "../page/slow";
import { HIGH, LOW, RANGE, spectrogram } from "../page/spectrogram";
import { colourMap, keepDrawn, prepareCanvas, theme } from "../page/theme";
import { loudness, wav } from "../page/wav";

const POINTS = 97;
const FILM_ROWS = 420;
const MOST_TEXT = 1048576;
const LEFT = 44;
const FIRST = "hammer-string";

const KEPT = "urto-scene";

interface Kept {
    text: string;
    name: string;
}

/** What was written last, for those who look into another room and come back, or load the page again. */
let kept: Kept | null = readKept();

function readKept(): Kept | null {
    try {
        return JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as Kept | null;
    } catch {
        return null;
    }
}

function keep(text: string, name: string): void {
    kept = { text, name };
    try {
        sessionStorage.removeItem(KEPT);
        sessionStorage.setItem(KEPT, JSON.stringify(kept));
    } catch {
        // it is larger than the browser keeps, or that keeps nothing: it lives as long as the page
    }
}

async function pack(text: string): Promise<string> {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    let binary = "";
    bytes.forEach((byte) => (binary += String.fromCharCode(byte)));
    return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpack(packed: string): Promise<string> {
    const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    for (;;) {
        const { value, done } = await reader.read();
        if (done) {
            break;
        }
        size += value.length;
        if (size > MOST_TEXT) {
            await reader.cancel();
            throw new Error("it carries more than the 1 MiB that a scene may have");
        }
        parts.push(value as Uint8Array<ArrayBuffer>);
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(parts).arrayBuffer());
}

class Scenes implements Room {
    readonly element: HTMLElement;
    private editor!: Editor;
    private checker: Core;
    private worker: Worker | null = null;
    private name = "";
    private made: SceneBodies | null = null;
    private head: SceneHead | null = null;
    private sound: Sound | null = null;
    /** What was rendered into the sound, and what is being rendered. */
    private soundOf: Kept = { text: "", name: "" };
    private rendersOf: Kept = { text: "", name: "" };
    /** The scene that was chosen, as it was. */
    private chosenScene: Kept = { text: "", name: "" };
    private gain = 1;
    private columns: { levels: Float32Array; count: number; rows: number } | null = null;
    private rendering = false;
    private play: AudioBufferSourceNode | null = null;
    private playFrom = 0;
    private playBegan = 0;
    private context: AudioContext | null = null;
    private wantsToHear = false;
    private checkTimer = 0;
    private filmRow = 0;
    private filmPlays = !stillness();
    private filmLength = 0.02;
    private filmId = 0;
    private filmStart = 0;
    private frame = 0;
    private last = 0;
    private readonly off: (() => void)[] = [];

    private readonly list: ReturnType<typeof select>;
    private readonly hear: HTMLButtonElement;
    private readonly stopButton: HTMLButtonElement;
    private readonly bar = h("div", { class: "progress", role: "progressbar", "aria-label": "rendering", "aria-valuemin": 0, "aria-valuemax": 100, hidden: true }, h("span", {}));
    private readonly state = h("p", { class: "state", role: "status" });
    private readonly errors = h("ul", { class: "errors", "aria-label": "what is wrong in the scene" });
    private readonly text = h("div", { class: "editor" });
    private readonly wave = h("canvas", { class: "timeline wave-line", role: "slider", tabindex: 0, "aria-label": "waveform", "aria-valuemin": 0, "aria-valuemax": 100 });
    /** The instant that arrow keys choose [s]. */
    private chosen = 0;
    private readonly picture = h("canvas", { class: "timeline spectrogram", role: "img", "aria-label": "spectrogram, 50 Hz to 20 kHz" });
    private readonly energy = h("canvas", { class: "timeline energy", role: "img", "aria-label": "energy" });
    private readonly film = h("canvas", { class: "film", role: "img", "aria-label": "bodies in motion" });
    private readonly filmView = new FilmView(this.film);
    private readonly filmTime = h("input", { type: "range", min: 0, max: 1, step: 0.001, value: 0, "aria-label": "instant of the motion" });
    private readonly filmText = h("output", { class: "film-time" });
    private readonly filmButton: HTMLButtonElement;
    private readonly results = h("div", { class: "results" });
    private readonly bars = new Bars({
        down: (_touch, key, velocity) => this.strike(key, velocity),
        up: (_touch, key) => this.played?.then((instrument) => instrument.noteOff(key), () => undefined),
        move: (_touch, key, _across, along) => this.played?.then((instrument) => instrument.pressure(key, Math.abs(along)), () => undefined),
    });
    private readonly playKnobs = h("div", { class: "knobs" });
    private readonly playCard = h("section", { class: "card", "aria-label": "to play", hidden: true },
        h("div", { class: "row spread" }, h("h2", {}, "Played by keys"),
            h("span", { class: "group" },
                h("button", { type: "button", class: "button small", "aria-label": "an octave down", title: "an octave down (−)", onclick: () => this.bars.shift(-1) }, "− octave"),
                h("button", { type: "button", class: "button small", "aria-label": "an octave up", title: "an octave up (=)", onclick: () => this.bars.shift(1) }, "+ octave"),
                h("button", { type: "button", class: "button small", title: "silence at once (backspace)", onclick: () => this.panic() }, icon("stop"), h("span", {}, "Panic")))),
        this.bars.element, this.playKnobs);
    /** The scene as an instrument, made when it is first struck; another text is another one. */
    private played: Promise<Instrument> | null = null;
    /** The text whose keys are shown, what they can do, and how the controllers stand. */
    private keysText = "";
    private keysTable: InstrumentTable | null = null;
    private keysValues: number[] = [];
    private readonly oldNotes = ["Sound", "Motion"].map((what) => h("p", { class: "old", hidden: true }, `${what} of the scene before the change.`));
    private readonly heldKeys = new Map<string, number>();

    constructor(
        private readonly names: string[],
        private readonly compiled: WebAssembly.Module,
        schema: unknown,
    ) {
        this.checker = new Core(compiled);
        this.list = select("scene", [{ value: "", text: "your own" }].concat(names.map((name) => ({ value: name, text: name.replaceAll("-", " ") }))), "", (name) => void this.openShipped(name));
        // it is shown, and not to be chosen
        this.list.list.options[0].hidden = true;
        this.hear = h("button", { type: "button", class: "button primary", title: "Control Enter", onclick: () => void this.renderAndHear() }, icon("go"), h("span", {}, "Render and hear"));
        this.stopButton = h("button", { type: "button", class: "button", onclick: () => this.stop() }, icon("stop"), h("span", {}, "Stop"));
        this.filmButton = h("button", { type: "button", class: "button small", onclick: () => this.setFilmPlays(!this.filmPlays) }, this.filmPlays ? "Hold" : "Move");
        const lengths = choice("length of the film", [["0.002", "2 ms"], ["0.005", "5 ms"], ["0.02", "20 ms"], ["0.1", "100 ms"], ["0.5", "0.5 s"]].map(([value, text]) => ({ value, text })), "0.02", (value) => {
            this.filmLength = Number(value);
            this.askFilm();
        });
        lengths.element.classList.add("light");
        for (const canvas of [this.wave, this.picture, this.energy]) {
            canvas.addEventListener("pointerdown", (event) => this.seek(event, canvas));
        }
        this.wave.addEventListener("keydown", (event) => this.seekByKeys(event));
        this.filmTime.addEventListener("input", () => {
            this.setFilmPlays(false);
            this.filmRow = Number(this.filmTime.value) * (this.filmView.count - 1);
            this.drawFilm();
        });
        this.results.append(
            this.playCard,
            h("section", { class: "card", "aria-label": "sound" }, h("h2", {}, "Sound"), this.oldNotes[0], this.wave, this.picture, h("h2", {}, "Energy"), this.energy, h("p", { class: "hint" }, "A click on a picture plays from there and films that instant; so do arrow keys and Enter on the waveform.")),
            h("section", { class: "card", "aria-label": "motion" }, h("div", { class: "row spread" }, h("h2", {}, "Motion"), lengths.element), this.oldNotes[1], this.film, h("div", { class: "row film-tools" }, this.filmButton, this.filmTime, this.filmText)),
        );
        this.element = h(
            "div",
            { class: "scenes" },
            h("header", { class: "room-head" }, h("h1", {}, "Write a scene"), h("p", { class: "about" }, "What moves, what touches what, what is heard. Change a number and render again.")),
            h("div", { class: "row scene-tools" }, this.list, this.hear, this.stopButton,
                h("span", { class: "group" },
                    h("button", { type: "button", class: "button", onclick: () => void this.link() }, icon("link"), h("span", {}, "Link")),
                    h("button", { type: "button", class: "button", onclick: () => this.save() }, icon("down"), h("span", {}, "YAML")),
                    h("button", { type: "button", class: "button", onclick: () => this.saveSound() }, icon("down"), h("span", {}, "WAV")))),
            this.bar,
            this.state,
            h("div", { class: "scene-columns" }, h("section", { class: "card writing", "aria-label": "text" }, this.text, this.errors), this.results),
        );
        this.editor = new Editor(this.text, schema, (text) => this.changed(text), () => void this.renderAndHear());
        this.off.push(keepDrawn(this.wave, () => this.drawWave()), keepDrawn(this.picture, () => this.drawPicture()), keepDrawn(this.energy, () => this.drawEnergy()), keepDrawn(this.film, () => this.drawFilm()));
        addEventListener("keydown", this.onKeyDown);
        addEventListener("keyup", this.onKeyUp);
        addEventListener("blur", this.onBlur);
        const tick = (now: number) => {
            this.tick(now);
            this.frame = requestAnimationFrame(tick);
        };
        this.frame = requestAnimationFrame(tick);
    }

    async go(place: Place): Promise<void> {
        const packed = place.query.get("z");
        const name = place.path[0];
        if (packed !== null) {
            try {
                this.take(await unpack(packed), "");
                return;
            } catch (error) {
                const why = error instanceof Error && error.message.includes("MiB") ? error.message : "it is cut or mistyped";
                say(`This link carries no scene: ${why}. Here is ${FIRST}.`, "error", { name: "address" });
            }
        } else if (name && !this.names.includes(name)) {
            say(`There is no scene "${name.slice(0, 40)}": here is ${FIRST}.`, "error", { name: "address" });
        } else if (!name && kept) {
            this.take(kept.text, kept.name);
            return;
        }
        await this.openShipped(name && this.names.includes(name) ? name : FIRST);
    }

    private async openShipped(name: string): Promise<void> {
        const answer = await fetch(new URL(`scenes/${name}.yaml`, base));
        if (!answer.ok) {
            say(`The scene ${name} could not be read: ${answer.statusText || answer.status}.`, "error");
            return;
        }
        this.take(await answer.text(), name);
    }

    private take(text: string, name: string): void {
        this.stop();
        this.name = name;
        this.chosenScene = { text, name };
        this.editor.begin(text);
        this.list.list.value = name;
        this.markOld();
        clearTimeout(this.checkTimer);
        keep(text, name);
        writePlace("scenes", name ? [name] : []);
        if (this.check()) {
            this.render();
        }
    }

    /** A scene that is changed is another one, until it is as it was. */
    private changed(text: string): void {
        this.name = text === this.chosenScene.text ? this.chosenScene.name : "";
        this.list.list.value = this.name;
        keep(text, this.name);
        writePlace("scenes", this.name ? [this.name] : []);
        this.markOld();
        clearTimeout(this.checkTimer);
        this.checkTimer = window.setTimeout(() => this.check(), 250);
    }

    /** Says of the pictures that they are not of this text. */
    private markOld(): void {
        const old = this.sound !== null && this.soundOf.text !== this.editor.text;
        this.oldNotes.forEach((note) => (note.hidden = !old));
        this.results.classList.toggle("of-before", old);
    }

    /** Reads the text on the page: quick, nothing is compiled. */
    private check(): boolean {
        const text = this.editor.text;
        let errors: SceneError[];
        try {
            const fine = this.checker.withText(text, (at, size) => this.checker.call.scene_load(at, size));
            const head = this.checker.json<SceneHead>();
            errors = fine ? [] : head.errors;
            if (fine) {
                this.offerKeys(head.plays);
            }
        } catch (error) {
            this.checker = new Core(this.compiled);
            errors = [{ line: 1, column: 1, message: (error as Error).message }];
        }
        this.showErrors(errors);
        return errors.length === 0;
    }

    private dropPlayed(): void {
        this.onBlur();
        this.played?.then((instrument) => instrument.close(), () => undefined);
        this.played = null;
    }

    /** Shows the keys of a scene that is played; a new text is another instrument. */
    private offerKeys(plays: boolean): void {
        const text = plays ? this.editor.text : "";
        if (plays && text === this.keysText) {
            return;
        }
        this.dropPlayed();
        this.keysText = text;
        this.keysTable = null;
        this.playKnobs.replaceChildren();
        this.playCard.hidden = !plays;
        if (plays) {
            void this.showKeys(text);
        }
    }

    /** The range and the controllers, from an instrument of one voice that never sounds. */
    private async showKeys(text: string): Promise<void> {
        const rate = (await audioNow()?.catch(() => null))?.context.sampleRate ?? 48000;
        if (text !== this.keysText) {
            return;
        }
        const core = new Core(this.compiled);
        const pointer = core.withText(text, (at, size) => core.call.scene_instrument(at, size, rate, 1));
        if (!pointer) {
            say(`This scene cannot be played: ${core.json<{ error: string }>().error}.`, "error", { name: "play" });
            this.playCard.hidden = true;
            return;
        }
        const table = core.json<InstrumentTable>();
        const home = table.parameters.map((_, i) => core.call.instrument_get(pointer, i));
        this.keysTable = table;
        this.keysValues = [...home];
        this.bars.range(table.lowest, table.highest, table.sustained);
        this.playKnobs.replaceChildren(
            ...table.parameters.map((parameter, i) => ({ parameter, i })).filter(({ parameter }) => parameter.curve !== "discrete").map(({ parameter, i }) =>
                knob({
                    label: parameter.name,
                    description: parameter.description,
                    ...scaleOf(parameter.minimum, parameter.maximum, parameter.curve === "log"),
                    text: (value) => quantity(value, parameter.unit),
                    read: (typed) => {
                        core.withText(typedIn(parameter.unit, typed), (at) => core.call.instrument_read(pointer, i, at));
                        const answer = core.json<{ value?: number; error?: string }>();
                        if (answer.value === undefined) {
                            throw new Error(answer.error);
                        }
                        return answer.value;
                    },
                    home: () => home[i],
                    onchange: (value) => {
                        this.keysValues[i] = value;
                        this.played?.then((instrument) => instrument.set(parameter.id, value), () => undefined);
                    },
                }).element,
            ),
        );
    }

    private makePlayed(): Promise<Instrument> {
        const text = this.keysText;
        const making = startAudio().then((audio) => {
            const core = new Core(this.compiled);
            const rate = audio.context.sampleRate;
            const pointer = core.withText(text, (at, size) => core.call.scene_instrument(at, size, rate, 0));
            const table = core.json<InstrumentTable & { error?: string }>();
            if (!pointer) {
                throw new Error(table.error);
            }
            const values = [...this.keysValues];
            values.forEach((value, i) => core.call.instrument_set(pointer, 0, i, value));
            const node = makeNode(audio.context, { module: this.compiled, memory: core.copyMemory(), source: { kind: "instrument", pointer, parameters: values.length } });
            node.connect(audio.output);
            const instrument = new Instrument(table, node, values);
            const slow = new SlowWatcher((what) => say(`This device is too slow for the keys of this scene: ${what}. Write fewer voices into its play block, or fewer modes or segments.`, "error", { name: "slow" }));
            instrument.onmeter = (meter) => slow.take(meter);
            instrument.onerror = () => {
                this.played = null;
                say("No sound: the engine has stopped; the next key begins anew.", "error");
            };
            return instrument;
        });
        making.catch((error: Error) => {
            this.played = null;
            say(`This scene cannot be played: ${error.message}.`, "error", { name: "play" });
        });
        return making;
    }

    private strike(key: number, velocity: number): void {
        if (this.keysTable) {
            this.played ??= this.makePlayed();
            this.played.then((instrument) => instrument.noteOn(key, velocity), () => undefined);
        }
    }

    private readonly onKeyDown = (event: KeyboardEvent): void => {
        const table = this.keysTable;
        if (!table || this.playCard.hidden || event.ctrlKey || event.metaKey || event.altKey || (event.target as HTMLElement).closest("input:not([type=range]), select, textarea, .cm-editor")) {
            return;
        }
        if (event.code === "Minus" || event.code === "Equal") {
            this.bars.shift(event.code === "Minus" ? -1 : 1);
            return;
        }
        if (event.code === "Backspace") {
            this.panic();
            return;
        }
        const semitone = semitoneOf(event.code);
        const key = this.bars.firstKey + semitone;
        if (semitone < 0 || event.repeat || this.heldKeys.has(event.code) || key < table.lowest || key > table.highest) {
            return;
        }
        this.heldKeys.set(event.code, key);
        this.bars.strike(key, 0.7);
        this.strike(key, event.shiftKey ? 0.95 : 0.7);
    };

    private readonly onKeyUp = (event: KeyboardEvent): void => {
        const key = this.heldKeys.get(event.code);
        if (key !== undefined) {
            this.heldKeys.delete(event.code);
            this.bars.release(key);
            this.played?.then((instrument) => instrument.noteOff(key), () => undefined);
        }
    };

    private panic(): void {
        this.played?.then((instrument) => instrument.panic(), () => undefined);
    }

    private readonly onBlur = (): void => {
        for (const [code, key] of this.heldKeys) {
            this.heldKeys.delete(code);
            this.bars.release(key);
            this.played?.then((instrument) => instrument.noteOff(key), () => undefined);
        }
    };

    private showErrors(errors: SceneError[], notes: SceneError[] = []): void {
        this.editor.show([...errors, ...notes].map((error) => ({ ...error, message: typeset(error.message) })));
        this.errors.replaceChildren(
            ...[...errors, ...notes].map((error) =>
                h("li", { class: error.warning !== undefined ? "note" : "" },
                    h("button", { type: "button", onclick: () => this.editor.go(error.line, error.column) }, error.line ? `${error.line}:${error.column}` : "scene"),
                    ` ${typeset(error.message)}`),
            ),
        );
        this.hear.disabled = errors.length > 0;
        if (errors.length) {
            this.state.textContent = `${errors.length === 1 ? "One thing is" : `${errors.length} things are`} wrong in the text; what sounds is the scene before.`;
        } else if (!this.rendering && !notes.length) {
            this.state.textContent = this.sound ? "Changed: render it again to hear it." : "";
        }
    }

    private async renderAndHear(): Promise<void> {
        clearTimeout(this.checkTimer);
        if (!this.check()) {
            return;
        }
        try {
            this.context = (await startAudio()).context;
        } catch {
            return;
        }
        this.wantsToHear = true;
        this.render();
    }

    private render(): void {
        this.worker?.terminate();
        this.rendering = true;
        this.rendersOf = { text: this.editor.text, name: this.name };
        this.bar.hidden = false;
        this.showProgress(0);
        this.state.textContent = "Compiling …";
        this.worker = new Worker(new URL("render.js", base), { type: "module" });
        this.worker.onmessage = (event: MessageEvent<FromRender>) => this.answer(event.data);
        this.worker.onerror = () => this.fail([{ line: 0, column: 0, message: "the engine ran out of memory or failed: make the scene smaller" }]);
        this.post({ type: "module", module: this.compiled });
        this.post({ type: "render", text: this.editor.text, ledger: true, points: POINTS, fades: true });
    }

    private post(message: ToRender): void {
        this.worker?.postMessage(message);
    }

    private showProgress(done: number): void {
        this.bar.firstElementChild!.setAttribute("style", `width:${100 * done}%`);
        this.bar.setAttribute("aria-valuenow", String(Math.round(100 * done)));
    }

    private fail(errors: SceneError[]): void {
        this.rendering = false;
        this.wantsToHear = false;
        this.bar.hidden = true;
        this.showErrors(errors);
    }

    private answer(message: FromRender): void {
        switch (message.type) {
            case "errors":
                this.fail(message.errors);
                break;
            case "compiled":
                this.made = message.made;
                this.head = message.head;
                this.showErrors([], message.made.notes);
                this.state.textContent = "Rendering …";
                break;
            case "progress":
                this.showProgress(message.done);
                this.state.textContent = `Rendering: ${Math.round(100 * message.done)} %, ${lasting(message.seconds)} to go. Stop ends it.`;
                break;
            case "sound":
                this.rendered(message);
                break;
            case "film":
                if (message.id === this.filmId && this.made) {
                    this.filmView.show(this.made, message);
                    this.filmRow = 0;
                    this.drawFilm();
                }
                break;
        }
    }

    private rendered(sound: Sound): void {
        this.rendering = false;
        this.bar.hidden = true;
        this.sound = sound;
        this.soundOf = this.rendersOf;
        this.markOld();
        let peak = 0;
        for (const channel of [sound.left, sound.right]) {
            for (const sample of channel) {
                peak = Math.max(peak, Math.abs(sample));
            }
        }
        const level = loudness([sound.left, sound.right], sound.rate);
        // as urto render: -18 LUFS, or as loud as a peak of -1 dBFS allows
        this.gain = peak > 0 && Number.isFinite(level) ? Math.min(Math.pow(10, (-18 - level) / 20), Math.pow(10, -1 / 20) / peak) : 1;
        const seconds = sound.left.length / sound.rate;
        const residual = this.residual(sound);
        this.state.textContent = peak === 0
            ? "Nothing is heard: the notes below say why."
            : `${this.head?.title || this.soundOf.name || "The scene"}: ${quantity(seconds, "s")} in ${quantity(sound.took, "s", 2)}, ${sound.took < seconds ? `${number(seconds / sound.took, 2)} times faster than it sounds` : `${number(sound.took / seconds, 2)} times slower than it sounds`}; ${number(level + 20 * Math.log10(this.gain), 3)} LUFS; largest force ${quantity(sound.largestForce, "N")}${residual === null ? "" : `; its energy balances to ${number(residual, 1)}`}.${sound.nonfinite ? " A number beyond all bounds muted it." : ""}`;
        this.wave.setAttribute("aria-label", `waveform of ${quantity(seconds, "s")}, peak ${number(20 * Math.log10(Math.max(1e-9, peak * this.gain)), 2)} dB: arrow keys choose an instant, Enter plays from it and films it`);
        this.columns = null;
        this.chooseInstant(0);
        this.drawPicture();
        this.drawEnergy();
        this.filmStart = Math.max(0, sound.touched - 0.0005);
        this.askFilm();
        if (this.wantsToHear) {
            this.wantsToHear = false;
            void this.playSound(0);
        }
    }

    /** The sum of the entries of the ledger whose names begin so, in a row. */
    private ledger(sound: Sound, row: number, begin: string): number {
        const names = this.made!.ledger;
        return names.reduce((sum, name, i) => sum + (name.startsWith(begin) ? sound.energy[row * names.length + i] : 0), 0);
    }

    private residual(sound: Sound): number | null {
        let most = 0;
        let worst = 0;
        for (let row = 0; row < sound.rows && sound.energy.length; row++) {
            most = Math.max(most, Math.abs(this.ledger(sound, row, "stored")), Math.abs(this.ledger(sound, row, "initial")));
            worst = Math.max(worst, Math.abs(this.ledger(sound, row, "residual")));
        }
        return most > 0 ? worst / most : null;
    }

    private askFilm(): void {
        if (this.worker && this.sound && this.made) {
            this.filmId++;
            this.filmText.textContent = "filming …";
            this.post({ type: "film", from: this.filmStart, length: this.filmLength, rows: FILM_ROWS, rate: this.sound.rate, id: this.filmId });
        }
    }

    private async playSound(from: number): Promise<void> {
        const sound = this.sound;
        if (!sound) {
            return;
        }
        let audio;
        try {
            audio = await startAudio();
        } catch {
            return;
        }
        this.stopPlaying();
        this.context = audio.context;
        const buffer = new AudioBuffer({ numberOfChannels: 2, length: sound.left.length, sampleRate: sound.rate });
        [sound.left, sound.right].forEach((channel, c) => buffer.copyToChannel(channel.map((x) => x * this.gain) as Float32Array<ArrayBuffer>, c));
        const source = new AudioBufferSourceNode(audio.context, { buffer });
        source.connect(audio.output);
        source.onended = () => {
            if (this.play === source) {
                this.play = null;
                this.drawWave();
                this.drawPicture();
            }
        };
        source.start(0, from);
        this.play = source;
        this.playFrom = from;
        this.playBegan = audio.context.currentTime;
    }

    private stopPlaying(): void {
        const playing = this.play;
        this.play = null;
        playing?.stop();
    }

    private stop(): void {
        this.stopPlaying();
        if (this.rendering) {
            this.worker?.terminate();
            this.worker = null;
            this.rendering = false;
            this.wantsToHear = false;
            this.bar.hidden = true;
            this.state.textContent = "Ended before it was complete: nothing of it is kept.";
        }
    }

    private seek(event: PointerEvent, canvas: HTMLCanvasElement): void {
        if (this.sound) {
            this.chooseInstant(((event.offsetX - LEFT) / (canvas.clientWidth - LEFT)) * this.seconds);
            this.playChosen();
        }
    }

    private chooseInstant(seconds: number): void {
        this.chosen = Math.max(0, Math.min(0.999 * this.seconds, seconds));
        this.wave.setAttribute("aria-valuenow", String(Math.round((100 * this.chosen) / this.seconds)));
        this.wave.setAttribute("aria-valuetext", `${quantity(this.chosen, "s")} of ${quantity(this.seconds, "s")}`);
        this.drawWave();
    }

    /** Plays from the chosen instant, and films it. */
    private playChosen(): void {
        this.filmStart = this.chosen;
        this.askFilm();
        void this.playSound(this.chosen);
    }

    private seekByKeys(event: KeyboardEvent): void {
        const step = (event.shiftKey ? 0.001 : 0.02) * this.seconds;
        const to: Record<string, number> = { ArrowRight: this.chosen + step, ArrowUp: this.chosen + step, ArrowLeft: this.chosen - step, ArrowDown: this.chosen - step, Home: 0, End: this.seconds };
        if (event.key in to) {
            this.chooseInstant(to[event.key]);
        } else if (event.key === "Enter" || event.key === " ") {
            this.playChosen();
        } else {
            return;
        }
        event.preventDefault();
    }

    private async link(): Promise<void> {
        const packed = await pack(this.editor.text);
        if (packed.length > 60000) {
            say("This scene is too long for a link: send the YAML instead.", "error");
            return;
        }
        writePlace("scenes", [], { z: packed });
        await copyLink("this scene");
    }

    private save(): void {
        download(`${this.name || "scene"}.yaml`, this.editor.text, "text/yaml");
    }

    private saveSound(): void {
        if (!this.sound) {
            say("There is no sound yet: render the scene first.");
            return;
        }
        const scaled = [this.sound.left, this.sound.right].map((channel) => channel.map((x) => x * this.gain));
        download(`${this.soundOf.name || "scene"}.wav`, wav(scaled, this.sound.rate), "audio/wav");
    }

    private setFilmPlays(plays: boolean): void {
        this.filmPlays = plays;
        this.filmButton.textContent = plays ? "Hold" : "Move";
    }

    private tick(now: number): void {
        const passed = Math.min(100, now - this.last);
        this.last = now;
        if (this.filmPlays && this.filmView.count) {
            // the whole film takes seven seconds
            this.filmRow = (this.filmRow + (passed * this.filmView.count) / 7000) % this.filmView.count;
            this.filmTime.value = String(this.filmRow / (this.filmView.count - 1));
            this.drawFilm();
        }
        if (this.play) {
            this.drawWave();
        }
    }

    private drawFilm(): void {
        this.filmView.draw(Math.floor(this.filmRow));
        if (this.filmView.count) {
            const slow = 7 / this.filmLength;
            this.filmText.textContent = `${(1000 * this.filmView.timeOf(this.filmRow)).toFixed(2)} ms · ${number(slow, 2)} times slower`;
            this.filmTime.style.setProperty("--filled", `${100 * Number(this.filmTime.value)}%`);
        }
    }

    private get seconds(): number {
        return this.sound ? this.sound.left.length / this.sound.rate : this.head?.seconds ?? 1;
    }

    /** Ticks of the time that all three pictures share. */
    private ticks(context: CanvasRenderingContext2D, width: number, height: number, labels: boolean): void {
        const colours = theme();
        const step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60, 120].find((one) => this.seconds / one <= (width < 500 ? 5 : 9)) ?? 300;
        context.strokeStyle = colours.line;
        context.fillStyle = colours.quiet;
        context.textAlign = "center";
        for (let t = 0; t <= this.seconds * 1.0001; t += step) {
            const x = LEFT + ((width - LEFT) * t) / this.seconds;
            context.beginPath();
            context.moveTo(x, 0);
            context.lineTo(x, height - (labels ? 18 : 0));
            context.stroke();
            if (labels && x < width - 18) {
                context.fillText(t === 0 ? "0 s" : String(Number(t.toPrecision(3))), x, height - 4);
            }
        }
    }

    private drawWave(): void {
        const { context, width, height } = prepareCanvas(this.wave);
        const colours = theme();
        this.ticks(context, width, height, false);
        const middle = height / 2;
        const sound = this.sound;
        if (!sound) {
            return;
        }
        context.fillStyle = colours.quiet;
        context.textAlign = "right";
        context.fillText("1", LEFT - 6, 12);
        context.fillText("0", LEFT - 6, middle + 4);
        context.fillText("−1", LEFT - 6, height - 4);
        context.fillStyle = colours.ring;
        const columns = Math.max(1, Math.floor(width - LEFT));
        for (let c = 0; c < columns; c++) {
            let low = 0;
            let high = 0;
            const from = Math.floor((c * sound.left.length) / columns);
            const to = Math.floor(((c + 1) * sound.left.length) / columns);
            for (let i = from; i < to; i++) {
                const x = 0.5 * (sound.left[i] + sound.right[i]);
                low = Math.min(low, x);
                high = Math.max(high, x);
            }
            const up = Math.min(1, high * this.gain) * middle;
            const down = Math.max(-1, low * this.gain) * middle;
            context.fillRect(LEFT + c, middle - up, 1, Math.max(1, up - down));
        }
        this.playhead(context, width, height);
    }

    private playhead(context: CanvasRenderingContext2D, width: number, height: number): void {
        const playing = this.play && this.context;
        if (playing || this.chosen > 0) {
            const t = playing ? this.playFrom + this.context!.currentTime - this.playBegan : this.chosen;
            const x = LEFT + ((width - LEFT) * t) / this.seconds;
            context.strokeStyle = theme().struck;
            context.lineWidth = 2;
            context.beginPath();
            context.moveTo(x, 0);
            context.lineTo(x, height);
            context.stroke();
        }
    }

    private drawPicture(): void {
        const { context, width, height } = prepareCanvas(this.picture);
        const colours = theme();
        const bottom = height;
        const sound = this.sound;
        if (!sound) {
            this.ticks(context, width, height, false);
            return;
        }
        const count = Math.max(16, Math.min(900, Math.floor(width - LEFT)));
        const rows = Math.max(16, Math.min(200, Math.floor(height)));
        if (!this.columns || this.columns.count !== count || this.columns.rows !== rows) {
            const middle = sound.left.map((x, i) => 0.5 * (x + sound.right[i]));
            this.columns = { levels: spectrogram(middle, sound.rate, count, rows), count, rows };
        }
        const map = colourMap("magma");
        const image = new ImageData(count, rows);
        for (let c = 0; c < count; c++) {
            for (let r = 0; r < rows; r++) {
                const shade = Math.max(0, Math.min(255, Math.round(255 * (1 + this.columns.levels[c * rows + r] / RANGE))));
                const at = 4 * ((rows - 1 - r) * count + c);
                image.data[at] = map[3 * shade];
                image.data[at + 1] = map[3 * shade + 1];
                image.data[at + 2] = map[3 * shade + 2];
                image.data[at + 3] = 255;
            }
        }
        const small = new OffscreenCanvas(count, rows);
        small.getContext("2d")!.putImageData(image, 0, 0);
        context.drawImage(small, LEFT, 0, width - LEFT, bottom);
        context.textAlign = "right";
        context.fillStyle = colours.quiet;
        for (const frequency of [100, 1000, 10000]) {
            const y = bottom - (bottom * Math.log(frequency / LOW)) / Math.log(HIGH / LOW);
            context.fillText(frequency < 1000 ? "100 Hz" : `${frequency / 1000} kHz`, LEFT - 5, y + 4);
            context.fillRect(LEFT - 3, y, 3, 1);
        }
        // the scale of decibels
        const wide = 90;
        const gradient = context.createLinearGradient(width - wide - 8, 0, width - 8, 0);
        for (let i = 0; i <= 8; i++) {
            const shade = 3 * Math.min(255, i * 32);
            gradient.addColorStop(i / 8, `rgb(${map[shade]},${map[shade + 1]},${map[shade + 2]})`);
        }
        context.fillStyle = gradient;
        context.strokeStyle = "#fff";
        context.lineWidth = 1;
        context.fillRect(width - wide - 8, 8, wide, 8);
        context.strokeRect(width - wide - 8, 8, wide, 8);
        context.fillStyle = "#fff";
        context.textAlign = "left";
        context.fillText(`−${RANGE}`, width - wide - 8, 30);
        context.textAlign = "right";
        context.fillText("0 dB", width - 8, 30);
    }

    private drawEnergy(): void {
        const { context, width, height } = prepareCanvas(this.energy);
        const colours = theme();
        const sound = this.sound;
        const bottom = height - 20;
        this.ticks(context, width, height, true);
        if (!sound || !sound.rows || !sound.energy.length) {
            return;
        }
        const of = (begin: string, row: number) => this.ledger(sound, row, begin);
        const curves = [
            { name: "supplied", colour: colours.supplied, dash: [6, 4], at: (row: number) => of("initial", row) + of("supplied", row) },
            { name: "stored", colour: colours.stored, dash: [], at: (row: number) => of("stored", row) },
            { name: "lost", colour: colours.lost, dash: [2, 3], at: (row: number) => of("dissipated", row) },
        ];
        let most = 1e-30;
        for (const curve of curves) {
            for (let row = 0; row < sound.rows; row++) {
                most = Math.max(most, curve.at(row));
            }
        }
        const y = (value: number) => bottom - (bottom - 8) * (value / most) * 0.96;
        context.fillStyle = colours.quiet;
        context.textAlign = "right";
        context.fillText(quantity(most, "J", 2).replace(" ", " "), LEFT - 4, 18, LEFT - 6);
        context.fillText("0", LEFT - 6, bottom + 2);
        context.lineWidth = 2;
        for (const curve of curves) {
            context.strokeStyle = curve.colour;
            context.setLineDash(curve.dash);
            context.beginPath();
            for (let row = 0; row < sound.rows; row++) {
                const x = LEFT + ((width - LEFT) * (row + 1)) / sound.rows;
                row ? context.lineTo(x, y(curve.at(row))) : context.moveTo(x, y(curve.at(row)));
            }
            context.stroke();
            context.setLineDash([]);
        }
        // names above all curves, each on the ground of the card
        const ends: number[] = [];
        context.font = "600 12px Inter, system-ui, sans-serif";
        for (const curve of curves) {
            // the first place near its end that is free
            const wanted = Math.max(14, y(curve.at(sound.rows - 1)) - 5);
            const places = [0, 15, -15, 30, -30, 45, -45].map((by) => wanted + by).filter((place) => place >= 12 && place < bottom);
            const label = places.find((place) => ends.every((other) => Math.abs(other - place) >= 14)) ?? wanted;
            ends.push(label);
            context.textAlign = "right";
            const wide = context.measureText(curve.name).width;
            context.fillStyle = colours.raised;
            context.fillRect(width - 6 - wide - 3, label - 11, wide + 6, 14);
            context.fillStyle = curve.name === "lost" ? colours.lostText : curve.colour;
            context.fillText(curve.name, width - 6, label);
        }
        const end = sound.rows - 1;
        this.energy.setAttribute("aria-label", `energy at the end: ${curves.map((curve) => `${curve.name} ${quantity(curve.at(end), "J", 3)}`).join(", ")}`);
    }

    close(): void {
        cancelAnimationFrame(this.frame);
        clearTimeout(this.checkTimer);
        removeEventListener("keydown", this.onKeyDown);
        removeEventListener("keyup", this.onKeyUp);
        removeEventListener("blur", this.onBlur);
        this.offerKeys(false);
        this.bars.close();
        this.stop();
        this.worker?.terminate();
        this.off.forEach((end) => end());
        this.editor.close();
    }
}

export async function scenesRoom(place: Place): Promise<Room> {
    const [compiled, core, names] = await Promise.all([
        module(),
        pageCore(),
        fetch(new URL("scenes/index.json", base)).then((answer) => answer.json() as Promise<string[]>),
    ]);
    core.call.scene_schema();
    const room = new Scenes(names, compiled, core.json());
    void room.go(place);
    return room;
}
