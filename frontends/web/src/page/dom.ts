// Small helpers to write elements.

type Child = Node | string | null | undefined | false;
type Value = string | number | boolean | null | undefined | ((event: never) => void);

/** h("button", { class: "x", onclick: go, "aria-label": "Go" }, "Go"). */
export function h<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    attributes: Record<string, Value> = {},
    ...children: Child[]
): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === "function") {
            element.addEventListener(name.slice(2), value as unknown as EventListener);
        } else if (value === true) {
            element.setAttribute(name, "");
        } else if (value !== false && value !== null && value !== undefined) {
            element.setAttribute(name, String(value));
        }
    }
    element.append(...children.filter((child): child is Node | string => !!child || child === ""));
    return element;
}

const icons: Record<string, string> = {
    play: "M4 21V9m5.3 12V5m5.4 16V8M20 21V11",
    strike: "M4 17c3-5 13-5 16 0M14 4l-3 8M15.5 2.5a2 2 0 1 1 .1 0",
    laboratory: "M3 21h18M5 17c3 0 4-12 7-12s4 12 7 12",
    scenes: "M4 6h9M4 12h16M4 18h6m4-1.5 4 3.5M18 16.5 14 20",
    papers: "M6 3h9l4 4v14H6zM14 3v5h5M9 13h7M9 17h5",
    stop: "M7 7h10v10H7z",
    go: "M8 5v14l11-7z",
    record: "M12 7a5 5 0 1 0 .1 0z",
    link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
    down: "M12 4v11m-5-4.5 5 5 5-5M5 20h14",
    midi: "M12 3a9 9 0 1 0 .1 0zM7.5 12h.01M16.5 12h.01M9 8.5h.01M15 8.5h.01M12 7h.01",
};

/** A drawing of 24 by 24 in lines of the colour of the text. */
export function icon(name: string): SVGSVGElement {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("class", "icon");
    svg.setAttribute("aria-hidden", "true");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", icons[name]);
    svg.append(path);
    return svg;
}

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A number as people write it: 10⁹, 1.2 × 10⁻⁵, −18, with so many digits. */
export function number(value: number, digits = 3): string {
    if (!Number.isFinite(value)) {
        return "–";
    }
    if (value === 0) {
        return "0";
    }
    const size = Math.abs(value);
    const sign = value < 0 ? "−" : "";
    if (size >= 1e5 || size < 1e-3) {
        const [mantissa, exponent] = size.toExponential(digits - 1).split("e");
        const power = Array.from(String(Math.abs(Number(exponent))), (digit) => superscripts[Number(digit)]).join("");
        const plain = String(Number(mantissa));
        const ten = `10${Number(exponent) < 0 ? "⁻" : ""}${power}`;
        return sign + (plain === "1" ? ten : `${plain} × ${ten}`);
    }
    return sign + String(Number(size.toPrecision(Math.max(digits, size >= 1000 ? 4 : 1))));
}

const prefixes: [number, string][] = [[1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"], [1e-6, "µ"], [1e-9, "n"]];
const prefixed = new Set(["s", "m", "N", "J", "Hz", "V"]);

/** A number and its unit, with a thin space: 1.2 ms, 440 Hz. */
export function quantity(value: number, unit: string, digits = 3): string {
    if (unit === "kg" && value !== 0 && Math.abs(value) < 1) {
        return Math.abs(value) < 1e-3 ? `${number(value * 1e6, digits)} mg` : `${number(value * 1e3, digits)} g`;
    }
    if (unit === "m/s" || !prefixed.has(unit) || value === 0 || !Number.isFinite(value)) {
        return unit ? `${number(value, digits)} ${unit}` : number(value, digits);
    }
    const [scale, prefix] = prefixes.find(([least]) => Math.abs(value) >= least * 0.9995) ?? prefixes[prefixes.length - 1];
    return `${number(value / scale, digits)} ${prefix}${unit}`;
}

const names = ["C", "C♯", "D", "D♯", "E", "F", "F♯", "G", "G♯", "A", "A♯", "B"];

export function keyName(key: number): string {
    return `${names[key % 12]}${Math.floor(key / 12) - 1}`;
}

/** Saves bytes or text as a file. */
export function download(name: string, content: BlobPart, type: string): void {
    const url = URL.createObjectURL(new Blob([content], { type }));
    const anchor = h("a", { href: url, download: name });
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
}

export const stillness = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
