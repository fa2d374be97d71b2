// A row of bars to be struck: by mouse, fingers, pen and keyboard.

import { h, keyName, stillness } from "./dom";

export interface Player {
    /** A touch is a number of its own for each finger. */
    down(touch: number, key: number, velocity: number): void;
    up(touch: number, key: number): void;
    /** A finger has moved: in keys to the right, and as a part of the bar's length towards the player. */
    move(touch: number, key: number, across: number, along: number): void;
}

const black = [false, true, false, true, false, false, true, false, true, false, true, false];
const letters = "KeyZ KeyS KeyX KeyD KeyC KeyV KeyG KeyB KeyH KeyN KeyJ KeyM Comma".split(" ");
const upperLetters = "KeyQ Digit2 KeyW Digit3 KeyE KeyR Digit5 KeyT Digit6 KeyY Digit7 KeyU KeyI Digit9 KeyO Digit0 KeyP".split(" ");

/** How long a bar moves [ms]. */
const MOTION = 200;

/** The computer key of so many semitones above the first C, as it is written on most keyboards. */
function letter(semitone: number): string {
    const code = semitone < 12 ? letters[semitone] : upperLetters[semitone - 12];
    return code ? code.replace(/Key|Digit/, "").replace("Comma", ",").toLowerCase() : "";
}

/** Semitones above the first C of a computer key; -1 for another. */
export function semitoneOf(code: string): number {
    const low = letters.indexOf(code);
    const high = upperLetters.indexOf(code);
    return low >= 0 ? low : high >= 0 ? 12 + high : -1;
}

export class Bars {
    readonly element = h("div", { class: "bars", role: "group", "aria-label": "bars to strike: arrow keys move, space strikes; the computer keys z to m and q to p play too" });
    private buttons = new Map<number, HTMLButtonElement>();
    /** Keys that sound. */
    private readonly lit = new Set<number>();
    private touches = new Map<number, { key: number; x: number; y: number; width: number; height: number }>();
    private low = 36;
    private high = 96;
    private first = 60;
    private count = 15;
    private glides = false;
    private readonly observer: ResizeObserver;

    constructor(private readonly player: Player) {
        this.element.addEventListener("pointerdown", (event) => this.pointerDown(event));
        this.element.addEventListener("pointermove", (event) => this.pointerMove(event));
        for (const name of ["pointerup", "pointercancel"] as const) {
            this.element.addEventListener(name, (event) => this.pointerUp(event));
        }
        this.element.addEventListener("keydown", (event) => this.keyDown(event));
        this.element.addEventListener("keyup", (event) => this.keyUp(event));
        this.element.addEventListener("contextmenu", (event) => event.preventDefault());
        this.observer = new ResizeObserver(() => this.fit());
        this.observer.observe(this.element);
    }

    close(): void {
        this.observer.disconnect();
    }

    /** What can be played, and whether a finger that moves bends the note instead of striking the next bar. */
    range(low: number, high: number, glides: boolean): void {
        this.low = low;
        this.high = high;
        this.glides = glides;
        this.lit.clear();
        this.fit(true);
    }

    get firstKey(): number {
        return this.first;
    }

    /** The first C that has keys; that below the lowest key where there is none above it. */
    private firstFirst(): number {
        const above = Math.ceil(this.low / 12) * 12;
        return above <= this.high ? above : above - 12;
    }

    private lastFirst(): number {
        return Math.max(this.firstFirst(), Math.floor((this.high - (this.count > 8 ? 24 : 12)) / 12) * 12);
    }

    shift(octaves: number): void {
        this.first = Math.max(this.firstFirst(), Math.min(this.lastFirst(), this.first + 12 * octaves));
        this.fit(true);
    }

    private fit(force = false): void {
        const width = this.element.clientWidth;
        const count = width < 560 ? 8 : width < 1100 ? 15 : 22;
        if (force || count !== this.count || this.buttons.size === 0) {
            this.count = count;
            this.first = Math.max(this.firstFirst(), Math.min(this.first, this.lastFirst()));
            this.fill();
        }
    }

    private fill(): void {
        this.buttons.clear();
        const list: HTMLButtonElement[] = [];
        // a range of fewer keys has wider ones
        const whites = Array.from({ length: Math.max(1, this.high - this.first + 1) }, (_, i) => this.first + i).filter((key) => !black[key % 12]).length;
        const width = 100 / Math.max(1, Math.min(this.count, whites));
        for (let white = 0, key = this.first; white < this.count && key <= this.high; key++) {
            const sharp = black[key % 12];
            if (sharp && white >= this.count) {
                break;
            }
            if (key < this.low) {
                white += sharp ? 0 : 1;
                continue;
            }
            const at = sharp ? white - 0.5 : white;
            const taper = 1 - (0.34 * at * width) / 100;
            const button = h(
                "button",
                { type: "button", class: `bar${sharp ? " sharp" : ""}${this.lit.has(key) ? " held" : ""}`, "data-key": key, "aria-label": keyName(key), tabindex: list.length === 0 ? 0 : -1, style: `--at:${at * width}%;--wide:${width}%;--long:${taper}` },
                h("span", { class: "bar-name", "aria-hidden": "true" }, keyName(key)),
                h("kbd", { "aria-hidden": "true" }, letter(key - this.first)),
            );
            this.buttons.set(key, button);
            list.push(button);
            white += sharp ? 0 : 1;
        }
        this.element.replaceChildren(...list);
    }

    /** Shows that a key sounds, struck at a part of its length. */
    strike(key: number, along = 0.5): void {
        const button = this.buttons.get(key);
        this.lit.add(key);
        if (button) {
            button.style.setProperty("--hit", `${100 * along}%`);
            button.classList.add("held");
            if (!stillness()) {
                button.animate({ opacity: [1, 0] }, { duration: MOTION, easing: "ease-out", pseudoElement: "::after" });
                button.animate({ transform: [3, -2, 1, 0].map((y) => `translateY(${y}px)`) }, { duration: MOTION, easing: "ease-out" });
            }
        }
    }

    release(key: number): void {
        this.lit.delete(key);
        this.buttons.get(key)?.classList.remove("held");
    }

    private barAt(event: PointerEvent): HTMLButtonElement | null {
        const hit = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLButtonElement>(".bar");
        return hit && this.element.contains(hit) ? hit : null;
    }

    private begin(event: PointerEvent, bar: HTMLButtonElement): void {
        const box = bar.getBoundingClientRect();
        const along = Math.max(0, Math.min(1, (event.clientY - box.top) / box.height));
        const key = Number(bar.dataset["key"]);
        this.touches.set(event.pointerId, { key, x: event.clientX, y: event.clientY, width: box.width, height: box.height });
        this.strike(key, along);
        this.player.down(event.pointerId, key, 0.3 + 0.65 * along);
    }

    private pointerDown(event: PointerEvent): void {
        const bar = this.barAt(event);
        if (bar && event.button === 0) {
            this.element.setPointerCapture(event.pointerId);
            this.begin(event, bar);
            event.preventDefault();
        }
    }

    private pointerMove(event: PointerEvent): void {
        const touch = this.touches.get(event.pointerId);
        if (!touch) {
            return;
        }
        if (this.glides) {
            this.player.move(event.pointerId, touch.key, (event.clientX - touch.x) / touch.width, (event.clientY - touch.y) / touch.height);
            return;
        }
        const bar = this.barAt(event);
        if (bar && Number(bar.dataset["key"]) !== touch.key) {
            this.player.up(event.pointerId, touch.key);
            this.release(touch.key);
            this.begin(event, bar);
        }
    }

    private pointerUp(event: PointerEvent): void {
        const touch = this.touches.get(event.pointerId);
        if (touch) {
            this.touches.delete(event.pointerId);
            this.release(touch.key);
            this.player.up(event.pointerId, touch.key);
        }
    }

    private keyDown(event: KeyboardEvent): void {
        const bar = (event.target as HTMLElement).closest<HTMLButtonElement>(".bar");
        if (!bar) {
            return;
        }
        const key = Number(bar.dataset["key"]);
        const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
        const next = this.buttons.get(key + step);
        if (step && next) {
            bar.tabIndex = -1;
            next.tabIndex = 0;
            next.focus();
            event.preventDefault();
        } else if (event.key === " " || event.key === "Enter") {
            event.preventDefault();
            if (!event.repeat) {
                this.strike(key);
                this.player.down(-key - 1, key, event.shiftKey ? 0.95 : 0.7);
            }
        }
    }

    private keyUp(event: KeyboardEvent): void {
        const bar = (event.target as HTMLElement).closest<HTMLButtonElement>(".bar");
        if (bar && (event.key === " " || event.key === "Enter")) {
            const key = Number(bar.dataset["key"]);
            this.release(key);
            this.player.up(-key - 1, key);
        }
    }
}
