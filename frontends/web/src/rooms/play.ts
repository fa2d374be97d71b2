// Play: an instrument under computer keys, mouse, fingers and MIDI keyboards.

import { audioNow, copyLink, pageCore, say, startAudio, tables, unsay, writePlace, type Place, type Room } from "../page/app";
import { choice, knob, scaleOf, select, type Control } from "../page/controls";
import { download, h, icon, number, quantity, typedIn } from "../page/dom";
import { Bars, semitoneOf } from "../page/keys";
import { MidiInputs } from "../page/midi";
import { Scope } from "../page/scope";
import { SlowWatcher } from "../page/slow";
import { wav } from "../page/wav";
import type { Instrument, Meter } from "../engine/urto";
import type { InstrumentTable, Parameter, Tables } from "../engine/tables";
import type { Core } from "../engine/core";

const MOST_RECORDED = 600;
/** So long after a hand has set a parameter what the engine says of it is an echo [ms]. */
const HAND = 500;
const VOICE_CHOICES = [1, 2, 4, 8, 16, 32, 64];

/** A phone has half of the voices that an instrument likes, at first. */
function voicesOfDevice(table: InstrumentTable): number {
    const small = matchMedia("(pointer: coarse)").matches && Math.min(screen.width, screen.height) < 700;
    return small ? Math.max(1, Math.floor(table.voices / 2)) : table.voices;
}

function parameterText(parameter: Parameter, value: number): string {
    if (parameter.unit === "dB") {
        return `${number(Math.round(value * 10) / 10)} dB`;
    }
    return quantity(value, parameter.unit);
}

class Play implements Room {
    readonly element: HTMLElement;
    private readonly bars: Bars;
    private readonly scope: Scope;
    private readonly midi: MidiInputs;
    private table: InstrumentTable;
    private presetId = "";
    private home: readonly number[] = [];
    private values: number[] = [];
    private voices = 0;
    private mpe = false;
    private instrument: Promise<Instrument> | null = null;
    private live: Instrument | null = null;
    private readonly controls = new Map<number, Control>();
    private readonly lists = new Map<number, HTMLSelectElement>();
    private readonly held = new Map<string, number>();
    private readonly channels = new Map<number, number>();
    private recording: { instrument: Instrument; preset: string; since: number } | null = null;
    private readonly slow = new SlowWatcher((what) => this.tooSlow(what));
    private sounding = 0;
    private lastWritten = 0;
    /** When a parameter was set by hand [ms]; meters that were sent before know an older value. */
    private readonly byHand = new Map<number, number>();
    /** All parameters, as the engine said last. */
    private echo: readonly number[] = [];

    private readonly instrumentChoice: ReturnType<typeof choice>;
    private readonly presetArea = h("div", { class: "presets" });
    private readonly knobs = h("div", { class: "knobs" });
    private readonly title = h("h1");
    private readonly about = h("p", { class: "about" });
    private readonly readings = {
        left: h("span", { class: "level" }),
        right: h("span", { class: "level" }),
        load: h("output", { "aria-label": "load of the audio thread" }, "–"),
        voices: h("output", { "aria-label": "voices that sound" }, "0"),
        energy: h("output", { "aria-label": "energy stored" }, "–"),
        force: h("output", { "aria-label": "largest force" }, "–"),
    };
    private readonly recordButton: HTMLButtonElement;
    private readonly voiceArea = h("span", {});

    constructor(
        private readonly all: Tables,
        private readonly core: Core,
        place: Place,
    ) {
        this.table = all.instruments[0];
        this.bars = new Bars({
            down: (touch, key, velocity) => this.down(touch, key, velocity),
            up: (touch, key) => this.up(touch, key),
            move: (touch, key, across, along) => this.move(touch, key, across, along),
        });
        this.midi = new MidiInputs((bytes) => this.hear(bytes));
        const wave = h("canvas", { class: "wave", role: "img", "aria-label": "wave of what sounds now" });
        const spectrum = h("canvas", { class: "spectrum", role: "img", "aria-label": "spectrum of what sounds now, 50 Hz to 20 kHz" });
        this.scope = new Scope(wave, spectrum);
        this.instrumentChoice = choice("instrument", all.instruments.map((one) => ({ value: one.id, text: one.name, title: one.description })), this.table.id, (id) => this.choose(id, ""));
        this.recordButton = h("button", { type: "button", class: "button", onclick: () => void this.toggleRecording() }, icon("record"), h("span", {}, "Record"));
        const mpe = h("input", { type: "checkbox", onchange: () => this.setMpe(mpe.checked) });
        const r = this.readings;
        this.element = h(
            "div",
            { class: "play" },
            h("header", { class: "room-head" }, this.title, this.about),
            this.instrumentChoice.element,
            this.presetArea,
            h(
                "section",
                { class: "stage", "aria-label": "to play" },
                wave,
                this.bars.element,
                h(
                    "div",
                    { class: "stage-tools" },
                    h("span", { class: "group" },
                        h("button", { type: "button", class: "button small", "aria-label": "an octave down", title: "an octave down (−)", onclick: () => this.bars.shift(-1) }, "− octave"),
                        h("button", { type: "button", class: "button small", "aria-label": "an octave up", title: "an octave up (=)", onclick: () => this.bars.shift(1) }, "+ octave")),
                    h("span", { class: "hint" }, "lower on a bar is harder · keys z … m and q … p"),
                    h("span", { class: "group" },
                        h("button", { type: "button", class: "button small", onclick: () => void this.openMidi() }, icon("midi"), h("span", {}, "MIDI")),
                        h("label", { class: "check", title: "each finger and each channel bends by itself" }, mpe, "MPE"),
                        this.recordButton,
                        h("button", { type: "button", class: "button", title: "silence at once (backspace)", onclick: () => this.panic() }, icon("stop"), h("span", {}, "Panic"))),
                ),
            ),
            h(
                "div",
                { class: "bench" },
                h("section", { class: "card", "aria-label": "parameters" }, this.knobs, h("div", { class: "row end" },
                    h("button", { type: "button", class: "button small", onclick: () => this.choose(this.table.id, this.presetId) }, "Back to the preset"),
                    h("button", { type: "button", class: "button small", onclick: () => (this.write(), void copyLink("this sound")) }, icon("link"), h("span", {}, "Link")))),
                h("section", { class: "card output", "aria-label": "output" },
                    spectrum,
                    h("div", { class: "levels", role: "img", "aria-label": "levels, left and right, −60 to 0 dB" }, h("span", { class: "level-box" }, r.left), h("span", { class: "level-box" }, r.right),
                        h("span", { class: "level-scale" }, ...["−60", "−40", "−20", "0 dB"].map((text) => h("span", {}, text)))),
                    h("dl", { class: "readings" },
                        h("dt", {}, "load"), h("dd", {}, r.load),
                        h("dt", {}, "voices"), h("dd", {}, r.voices, " of ", this.voiceArea),
                        h("dt", {}, "energy"), h("dd", {}, r.energy),
                        h("dt", {}, "largest force"), h("dd", {}, r.force))),
            ),
        );
        addEventListener("keydown", this.onKeyDown);
        addEventListener("keyup", this.onKeyUp);
        addEventListener("blur", this.onBlur);
        this.go(place);
        void audioNow()?.then((audio) => this.scope.listen(audio.analyser));
    }

    /** What the address says: an instrument, a preset, values. */
    go(place: Place): void {
        const [instrument, preset] = place.path;
        if (instrument && !this.all.instruments.some((one) => one.id === instrument)) {
            say(`There is no instrument "${instrument.slice(0, 40)}": here is ${this.all.instruments[0].name}.`, "error", { name: "address" });
            this.choose(this.all.instruments[0].id, "");
            return;
        }
        const table = this.all.instruments.find((one) => one.id === instrument) ?? this.all.instruments[0];
        if (preset && !table.presets.some((one) => one.id === preset)) {
            say(`${table.name} has no preset "${preset.slice(0, 40)}": here is ${table.presets[0].name}.`, "error", { name: "address" });
            this.choose(table.id, "");
            return;
        }
        const values: [number, number][] = [];
        for (const [id, text] of place.query) {
            const index = table.parameters.findIndex((one) => one.id === id);
            const value = Number(text);
            const parameter = table.parameters[index];
            if (!parameter || text === "" || !Number.isFinite(value) || value < parameter.minimum || value > parameter.maximum) {
                say(`The link says ${id.slice(0, 30)} = ${text.slice(0, 30)}, which ${table.name} cannot have: it is left out.`, "error", { name: "address" });
            } else {
                values.push([index, value]);
            }
        }
        this.choose(table.id, preset ?? "", values);
    }

    private choose(id: string, preset: string, changed: [number, number][] = []): void {
        const table = this.all.instruments.find((one) => one.id === id)!;
        const chosen = table.presets.find((one) => one.id === preset) ?? table.presets[0];
        const other = table !== this.table || this.values.length === 0;
        this.table = table;
        this.presetId = chosen.id;
        this.home = chosen.values;
        this.values = [...this.home];
        for (const [index, value] of changed) {
            this.values[index] = value;
        }
        if (other) {
            this.voices = voicesOfDevice(table);
            this.instrumentChoice.show(id);
            this.bars.range(table.lowest, table.highest, table.sustained || this.mpe);
            this.showKnobs();
            this.renew();
        } else {
            this.live?.preset(chosen.id);
            changed.forEach(([index, value]) => this.live?.set(table.parameters[index].id, value));
        }
        this.showPresets();
        this.values.forEach((value, i) => {
            this.byHand.set(i, performance.now());
            this.showValue(i, value);
        });
        this.title.textContent = table.name;
        this.about.textContent = chosen.description || table.description;
        this.write();
    }

    private write(): void {
        const preset = this.table.presets.find((one) => one.id === this.presetId)!;
        const changed: Record<string, string> = {};
        this.values.forEach((value, i) => {
            if (Math.abs(value - preset.values[i]) > 1e-9 * Math.max(1, Math.abs(value))) {
                changed[this.table.parameters[i].id] = String(Number(value.toPrecision(6)));
            }
        });
        writePlace("play", [this.table.id, this.presetId], changed);
    }

    private showPresets(): void {
        const presets = choice("preset", this.table.presets.map((one) => ({ value: one.id, text: one.name, title: one.description })), this.presetId, (id) => this.choose(this.table.id, id));
        presets.element.classList.add("light");
        const focused = this.presetArea.contains(document.activeElement);
        this.presetArea.replaceChildren(presets.element);
        if (focused) {
            presets.element.querySelector<HTMLElement>("[aria-checked=true]")?.focus();
        }
        const voices = select("voices", VOICE_CHOICES.filter((n) => n <= this.all.maxVoices).concat(VOICE_CHOICES.includes(this.voices) ? [] : [this.voices]).sort((a, b) => a - b).map((n) => ({ value: String(n), text: String(n) })), String(this.voices), (n) => this.setVoices(Number(n)));
        voices.classList.add("inline");
        this.voiceArea.replaceChildren(voices);
    }

    private showKnobs(): void {
        this.controls.clear();
        this.lists.clear();
        const groups = new Map<string, HTMLElement>();
        const index = this.all.instruments.indexOf(this.table);
        this.table.parameters.forEach((parameter, i) => {
            let group = groups.get(parameter.group);
            if (!group) {
                group = h("div", { class: "knob-group", role: "group", "aria-label": parameter.group }, h("h2", {}, parameter.group));
                groups.set(parameter.group, group);
            }
            if (parameter.curve === "discrete") {
                const list = select(parameter.name, parameter.values.map((name, n) => ({ value: String(n), text: name })), "0", (n) => this.set(i, Number(n)));
                list.title = parameter.description;
                this.lists.set(i, list.list);
                group.append(list);
                return;
            }
            const control = knob({
                label: parameter.name,
                description: parameter.description,
                ...scaleOf(parameter.minimum, parameter.maximum, parameter.curve === "log"),
                text: (value) => parameterText(parameter, value),
                read: (typed) => {
                    this.core.withText(typedIn(parameter.unit, typed), (at) => this.core.call.parameter_read(index, i, at));
                    const answer = this.core.json<{ value?: number; error?: string }>();
                    if (answer.value === undefined) {
                        throw new Error(answer.error);
                    }
                    return answer.value;
                },
                home: () => this.home[i],
                onchange: (value) => this.set(i, value),
            });
            this.controls.set(i, control);
            group.append(control.element);
        });
        this.knobs.replaceChildren(...groups.values());
    }

    private showValue(index: number, value: number): void {
        this.controls.get(index)?.show(value);
        const list = this.lists.get(index);
        if (list) {
            list.value = String(value);
        }
    }

    private set(index: number, value: number): void {
        this.values[index] = value;
        this.byHand.set(index, performance.now());
        this.live?.set(this.table.parameters[index].id, value);
        this.writeSoon();
    }

    private writeSoon(): void {
        const now = performance.now();
        if (now - this.lastWritten > 400) {
            this.lastWritten = now;
            setTimeout(() => this.table && this.write(), 400);
        }
    }

    /** Another instrument or number of voices: a node of its own, made when it is first played. */
    private renew(): void {
        const before = this.live;
        void this.endRecording();
        this.live = null;
        this.instrument = null;
        this.slow.reset();
        this.echo = [];
        unsay("slow");
        before?.close();
        if (before) {
            void this.ready();
        }
    }

    private ready(): Promise<Instrument> {
        if (!this.instrument) {
            const table = this.table;
            const making = startAudio().then(async (audio) => {
                this.scope.listen(audio.analyser);
                const values = Object.fromEntries(table.parameters.map((parameter, i) => [parameter.id, this.values[i]]));
                const made = await audio.urto.instrument(table.id, { preset: this.presetId, voices: this.voices, mpe: this.mpe, values });
                if (this.instrument !== making) {
                    return this.ready();
                }
                made.node.connect(audio.output);
                made.onmeter = (meter) => this.meter(meter);
                made.onerror = (message) => {
                    say(`No sound: ${message}.`, "error");
                    this.live = null;
                    this.instrument = null;
                };
                this.live = made;
                return made;
            });
            this.instrument = making;
            making.catch(() => (this.instrument = null));
        }
        return this.instrument;
    }

    private with(use: (instrument: Instrument) => void): void {
        if (this.live) {
            use(this.live);
        } else {
            this.ready().then(use, () => undefined);
        }
    }

    private down(touch: number, key: number, velocity: number): void {
        let channel = 0;
        if (this.mpe) {
            const used = new Set(this.channels.values());
            channel = 1;
            while (channel < 15 && used.has(channel)) {
                channel++;
            }
            this.channels.set(touch, channel);
        }
        this.with((instrument) => {
            if (channel) {
                instrument.bend(0, channel);
                instrument.midi([0xb0 | channel, 74, 64]);
            }
            instrument.noteOn(key, velocity, channel);
        });
    }

    private up(touch: number, key: number): void {
        const channel = this.channels.get(touch) ?? 0;
        this.channels.delete(touch);
        this.with((instrument) => instrument.noteOff(key, channel));
    }

    private move(touch: number, key: number, across: number, along: number): void {
        const channel = this.channels.get(touch) ?? 0;
        if (channel) {
            this.live?.bend(Math.max(-1, Math.min(1, across / 48)), channel);
            this.live?.midi([0xb0 | channel, 74, Math.max(0, Math.min(127, Math.round(64 + 127 * along)))]);
        } else {
            this.live?.pressure(key, Math.abs(along));
        }
    }

    private hear(bytes: Uint8Array): void {
        const kind = bytes[0] & 0xf0;
        if (kind === 0x90 && bytes[2] > 0) {
            this.bars.strike(bytes[1]);
        } else if (kind === 0x80 || kind === 0x90) {
            this.bars.release(bytes[1]);
        }
        this.with((instrument) => instrument.midi(bytes));
    }

    private readonly onKeyDown = (event: KeyboardEvent): void => {
        const target = event.target as HTMLElement;
        if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input:not([type=range],[type=checkbox]), select, textarea")) {
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
        if (semitone < 0 || event.repeat || this.held.has(event.code)) {
            return;
        }
        const key = this.bars.firstKey + semitone;
        if (key >= this.table.lowest && key <= this.table.highest) {
            this.held.set(event.code, key);
            this.bars.strike(key, 0.7);
            this.down(1000 + key, key, event.shiftKey ? 0.95 : 0.7);
        }
    };

    private readonly onKeyUp = (event: KeyboardEvent): void => {
        const key = this.held.get(event.code);
        if (key !== undefined) {
            this.held.delete(event.code);
            this.bars.release(key);
            this.up(1000 + key, key);
        }
    };

    private readonly onBlur = (): void => {
        for (const [code, key] of this.held) {
            this.held.delete(code);
            this.bars.release(key);
            this.up(1000 + key, key);
        }
    };

    private panic(): void {
        this.live?.panic();
    }

    private setVoices(voices: number): void {
        this.voices = voices;
        this.renew();
        this.showPresets();
    }

    private setMpe(on: boolean): void {
        this.mpe = on;
        this.live?.mpe(on);
        this.bars.range(this.table.lowest, this.table.highest, this.table.sustained || on);
    }

    private async openMidi(): Promise<void> {
        try {
            say(`${await this.midi.open()}.`, "note", { name: "midi" });
        } catch (error) {
            say(`No MIDI: ${(error as Error).message}.`, "error", { name: "midi" });
        }
    }

    private async toggleRecording(): Promise<void> {
        if (this.recording) {
            await this.endRecording();
            return;
        }
        const instrument = await this.ready().catch(() => null);
        if (instrument) {
            this.recording = { instrument, preset: this.presetId, since: performance.now() };
            this.showRecording();
            instrument.recorder.start();
        }
    }

    /** Ends it and saves what there is; also when the instrument goes. */
    private async endRecording(): Promise<void> {
        const { recording } = this;
        if (recording) {
            this.recording = null;
            this.showRecording();
            const sound = await recording.instrument.recorder.stop();
            download(`urto-${recording.preset}.wav`, wav(sound, recording.instrument.node.context.sampleRate), "audio/wav");
        }
    }

    private showRecording(): void {
        this.recordButton.classList.toggle("on", this.recording !== null);
        this.recordButton.querySelector("span")!.textContent = this.recording ? "Stop" : "Record";
    }

    private meter(meter: Meter): void {
        const r = this.readings;
        const level = (peak: number) => `${Math.max(0, Math.min(100, 100 + (100 / 60) * 20 * Math.log10(Math.max(1e-6, peak))))}%`;
        r.left.style.setProperty("--level", level(meter.peak[0]));
        r.right.style.setProperty("--level", level(meter.peak[1]));
        const [voices, , energy, force] = meter.statistics;
        r.voices.textContent = String(voices);
        r.energy.textContent = quantity(energy < 1e-12 ? 0 : energy, "J", 2);
        r.force.textContent = quantity(force, "N", 2);
        if (!Number.isNaN(meter.load)) {
            r.load.textContent = `${Math.round(100 * meter.load)} %`;
            r.load.classList.toggle("high", meter.load > 0.8);
        }
        this.echo = meter.values ?? this.echo;
        this.echo.forEach((value, i) => {
            if (performance.now() - (this.byHand.get(i) ?? -Infinity) > HAND && Math.abs(value - this.values[i]) > 1e-6 * Math.max(1, Math.abs(value))) {
                this.values[i] = value;
                this.showValue(i, value);
            }
        });
        if (this.recording && performance.now() - this.recording.since > 1000 * MOST_RECORDED) {
            say(`A recording has at most ${MOST_RECORDED / 60} minutes: it is saved.`);
            void this.endRecording();
        }
        this.sounding = voices;
        this.slow.take(meter);
    }

    private tooSlow(what: string): void {
        const sounding = Math.min(this.sounding, this.voices);
        const voices = (n: number) => `${n} ${n === 1 ? "voice" : "voices"}`;
        const fewer = [...VOICE_CHOICES].reverse().find((n) => n < Math.max(sounding, 1));
        const { table } = this;
        say(`This device is too slow for ${voices(this.sounding)} of ${table.name}: ${what}. ${[...(fewer ? ["take fewer voices"] : []), "let notes decay sooner", ...(table.id === "mallet" ? [] : ["choose the mallet"])].join(" or ").replace(/^./, (first) => first.toUpperCase())}.`, "error", {
            name: "slow",
            action: fewer ? { text: voices(fewer), run: () => this.table === table && this.setVoices(fewer) } : undefined,
        });
    }

    close(): void {
        removeEventListener("keydown", this.onKeyDown);
        removeEventListener("keyup", this.onKeyUp);
        removeEventListener("blur", this.onBlur);
        this.midi.close();
        this.bars.close();
        this.scope.close();
        void this.endRecording();
        this.instrument = null;
        this.live?.close();
        this.live = null;
    }
}

export async function playRoom(place: Place): Promise<Room> {
    const [all, core] = await Promise.all([tables(), pageCore()]);
    return new Play(all, core, place);
}
