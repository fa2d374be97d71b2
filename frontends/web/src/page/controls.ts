// Knobs, sliders and choices: with value, unit, typed input, arrow keys, double click for the default.

import { h, typesetUnits } from "./dom";

export interface Continuous {
    label: string;
    /** What one hears, for people who ask. */
    description?: string;
    /** Value for a position 0 to 1, and back. */
    toValue(position: number): number;
    toPosition(value: number): number;
    text(value: number): string;
    /** A typed value; throws an Error with what would be right. */
    read(typed: string): number;
    /** where double click and Home bring it */
    home: () => number;
    onchange(value: number): void;
}

export interface Control {
    element: HTMLElement;
    show(value: number): void;
}

const ARC = 270;

function arc(from: number, to: number): string {
    const point = (position: number) => {
        const angle = ((position * ARC - 225) * Math.PI) / 180;
        return `${(24 + 18 * Math.cos(angle)).toFixed(2)} ${(24 + 18 * Math.sin(angle)).toFixed(2)}`;
    };
    return `M${point(from)}A18 18 0 ${(to - from) * ARC > 180 ? 1 : 0} 1 ${point(to)}`;
}

/** Arrow keys of a slider: the new position, or null for another key. */
function stepped(event: KeyboardEvent, position: number): number | null {
    const step = event.shiftKey ? 0.002 : 0.02;
    switch (event.key) {
        case "ArrowUp":
        case "ArrowRight":
            return position + step;
        case "ArrowDown":
        case "ArrowLeft":
            return position - step;
        case "PageUp":
            return position + 0.1;
        case "PageDown":
            return position - 0.1;
        default:
            return null;
    }
}

/** The number below a knob or beside a slider: a click or Enter lets one type. */
function valueField(of: Continuous, value: () => number, change: (value: number) => void): [HTMLElement, (text: string) => void] {
    const show = h("button", { class: "value", type: "button", "aria-label": `type ${of.label}`, onclick: () => edit() });
    const box = h("span", { class: "value-box" }, show);
    const edit = () => {
        const before = of.text(value());
        const input = h("input", { class: "value-input", "aria-label": of.label, value: before });
        const message = h("span", { class: "value-error", role: "alert" });
        let done = false;
        const end = (focus: boolean) => {
            if (!done) {
                done = true;
                box.replaceChildren(show);
                if (focus) {
                    show.focus();
                }
            }
        };
        input.addEventListener("keydown", (event) => {
            event.stopPropagation();
            if (event.key === "Escape") {
                end(true);
            }
            if (event.key === "Enter") {
                event.preventDefault(); // else it presses the button that gets the focus
                try {
                    // what is shown has fewer digits than the value: left as it was, it changes nothing
                    if (input.value !== before) {
                        change(of.read(input.value));
                    }
                    end(true);
                } catch (error) {
                    message.textContent = typesetUnits((error as Error).message);
                    input.setAttribute("aria-invalid", "true");
                }
            }
        });
        input.addEventListener("blur", () => setTimeout(() => end(false), 0));
        box.replaceChildren(input, message);
        input.focus();
        input.select();
    };
    return [box, (text) => (show.textContent = text)];
}

export function knob(of: Continuous): Control {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 48 48");
    svg.setAttribute("aria-hidden", "true");
    const draw = (name: string) => {
        const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
        path.setAttribute("class", name);
        svg.append(path);
        return path;
    };
    const track = draw("knob-track");
    const filled = draw("knob-filled");
    const hand = draw("knob-hand");
    track.setAttribute("d", arc(0, 1));
    const dial = h("div", { class: "dial", role: "slider", tabindex: 0, "aria-label": of.label, title: of.description ?? of.label, "aria-valuemin": 0, "aria-valuemax": 100 });
    dial.append(svg);
    let position = 0;
    let value = of.home();
    const [field, showText] = valueField(of, () => value, (typed) => set(typed, true));
    const set = (to: number, told: boolean) => {
        value = to;
        position = Math.max(0, Math.min(1, of.toPosition(to)));
        filled.setAttribute("d", position > 0.003 ? arc(0, position) : "");
        const angle = ((position * ARC - 225) * Math.PI) / 180;
        const at = (radius: number) => `${(24 + radius * Math.cos(angle)).toFixed(2)} ${(24 + radius * Math.sin(angle)).toFixed(2)}`;
        hand.setAttribute("d", `M${at(7)}L${at(13)}`);
        dial.setAttribute("aria-valuenow", String(Math.round(100 * position)));
        dial.setAttribute("aria-valuetext", of.text(value));
        showText(of.text(value));
        if (told) {
            of.onchange(value);
        }
    };
    const move = (to: number) => set(of.toValue(Math.max(0, Math.min(1, to))), true);
    dial.addEventListener("keydown", (event) => {
        const to = stepped(event, position);
        if (to !== null) {
            move(to);
        } else if (event.key === "Home") {
            set(of.home(), true);
        } else if (event.key === "Enter") {
            field.querySelector("button")?.click();
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    });
    dial.addEventListener("dblclick", () => set(of.home(), true));
    dial.addEventListener("pointerdown", (event) => {
        dial.setPointerCapture(event.pointerId);
        let last = event.clientY;
        const drag = (moved: PointerEvent) => {
            move(position + (last - moved.clientY) / (moved.shiftKey ? 1500 : 150));
            last = moved.clientY;
        };
        const end = () => {
            dial.removeEventListener("pointermove", drag);
            dial.removeEventListener("pointerup", end);
            dial.removeEventListener("pointercancel", end);
        };
        dial.addEventListener("pointermove", drag);
        dial.addEventListener("pointerup", end);
        dial.addEventListener("pointercancel", end);
    });
    const element = h("div", { class: "knob" }, dial, h("span", { class: "knob-label", "aria-hidden": "true" }, of.label), field);
    set(of.home(), false);
    return { element, show: (to) => set(to, false) };
}

export function slider(of: Continuous): Control {
    const input = h("input", { type: "range", min: 0, max: 1, step: 0.0005, "aria-label": of.label, title: of.description ?? of.label });
    let value = of.home();
    const [field, showText] = valueField(of, () => value, (typed) => set(typed, true));
    const set = (to: number, told: boolean) => {
        value = to;
        input.value = String(of.toPosition(to));
        input.style.setProperty("--filled", `${100 * Number(input.value)}%`);
        input.setAttribute("aria-valuetext", of.text(value));
        showText(of.text(value));
        if (told) {
            of.onchange(value);
        }
    };
    input.addEventListener("input", () => set(of.toValue(Number(input.value)), true));
    input.addEventListener("keydown", (event) => {
        const to = stepped(event, Number(input.value));
        if (to !== null) {
            set(of.toValue(Math.max(0, Math.min(1, to))), true);
            event.preventDefault();
        }
        event.stopPropagation();
    });
    input.addEventListener("dblclick", () => set(of.home(), true));
    set(of.home(), false);
    return { element: h("div", { class: "slider" }, h("span", { class: "slider-label", "aria-hidden": "true" }, of.label), field, input), show: (to) => set(to, false) };
}

/** 0 instead of what the last bits leave of it, and a round value instead of its neighbour. */
function snapped(value: number, span: number): number {
    return Math.abs(value) < 1e-9 * span ? 0 : Number(value.toPrecision(12));
}

/** A value between two bounds, evenly or by equal ratios. */
export function scaleOf(low: number, high: number, log: boolean): Pick<Continuous, "toValue" | "toPosition"> {
    return log
        ? { toValue: (p) => low * Math.pow(high / low, p), toPosition: (v) => Math.log(Math.max(low, v) / low) / Math.log(high / low) }
        : { toValue: (p) => snapped(low + p * (high - low), high - low), toPosition: (v) => (v - low) / (high - low) };
}

/** A list to choose from. */
export function select(label: string, options: { value: string; text: string }[], value: string, onchange: (value: string) => void): HTMLLabelElement & { list: HTMLSelectElement } {
    const list = h("select", { "aria-label": label, onchange: () => onchange(list.value) }, ...options.map((one) => h("option", { value: one.value, selected: one.value === value }, one.text)));
    return Object.assign(h("label", { class: "select" }, h("span", { "aria-hidden": "true" }, label), list), { list });
}

/** A row of which one is chosen. */
export function choice(label: string, options: { value: string; text: string; title?: string }[], value: string, onchange: (value: string) => void): { element: HTMLElement; show(value: string): void } {
    const buttons = options.map((one) =>
        h("button", { type: "button", class: "chip", role: "radio", title: one.title, "data-value": one.value, onclick: () => pick(one.value, true) }, one.text),
    );
    const element = h("div", { class: "chips", role: "radiogroup", "aria-label": label }, ...buttons);
    const centre = () => {
        const chosen = buttons.find((button) => button.tabIndex === 0);
        if (chosen && element.scrollWidth > element.clientWidth) {
            element.scrollLeft = chosen.offsetLeft - element.clientWidth / 2 + chosen.clientWidth / 2;
        }
    };
    /** Fades at the ends where there is more. */
    const hint = () => {
        element.classList.toggle("less", element.scrollLeft > 4);
        element.classList.toggle("more", element.scrollLeft + element.clientWidth < element.scrollWidth - 4);
    };
    element.addEventListener("scroll", hint, { passive: true });
    const pick = (to: string, told: boolean) => {
        for (const button of buttons) {
            const on = button.dataset["value"] === to;
            button.setAttribute("aria-checked", String(on));
            button.tabIndex = on ? 0 : -1;
        }
        centre();
        if (told) {
            onchange(to);
        }
    };
    element.addEventListener("keydown", (event) => {
        const at = buttons.findIndex((button) => button.getAttribute("aria-checked") === "true");
        const step = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 0;
        if (step) {
            const next = buttons[(at + step + buttons.length) % buttons.length];
            next.focus();
            pick(next.dataset["value"]!, true);
            event.preventDefault();
            event.stopPropagation();
        }
    });
    pick(value, false);
    // Chosen before it is on the page, where it has no width yet.
    new ResizeObserver(() => (centre(), hint())).observe(element);
    return { element, show: (to) => pick(to, false) };
}
