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
/** A thin space at which no line breaks. */
const THIN = "\u202f";

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
        return sign + (plain === "1" ? ten : `${plain}${THIN}×${THIN}${ten}`);
    }
    return sign + String(Number(size.toPrecision(Math.max(digits, size >= 1000 ? 4 : 1))));
}

const prefixes: [number, string][] = [[1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"], [1e-6, "µ"], [1e-9, "n"], [1e-12, "p"]];
const prefixed = new Set(["s", "m", "N", "J", "Hz", "V"]);
/** Units of the library as they are shown: so many of another one. */
const shownAs: Record<string, [number, string]> = { um: [1e-6, "m"], dN: [0.1, "N"], "m/s^2": [1, "m/s²"], "N/m^a": [1, "N/mᵅ"] };

/** A number and its unit, with a thin space: 1.2 ms, 440 Hz. */
export function quantity(value: number, unit: string, digits = 3): string {
    if (unit in shownAs) {
        const [factor, other] = shownAs[unit];
        return quantity(value * factor, other, digits);
    }
    if (unit === "kg" && value !== 0 && Math.abs(value) < 1) {
        return Math.abs(value) < 1e-3 ? `${number(value * 1e6, digits)}${THIN}mg` : `${number(value * 1e3, digits)}${THIN}g`;
    }
    // nobody speaks of millihertz
    if (!prefixed.has(unit) || value === 0 || !Number.isFinite(value) || (unit === "Hz" && Math.abs(value) < 1)) {
        return unit ? `${number(value, digits)}${THIN}${unit}` : number(value, digits);
    }
    const [scale, prefix] = prefixes.find(([least]) => Math.abs(value) >= least * 0.9995) ?? prefixes[prefixes.length - 1];
    return `${number(value / scale, digits)}${THIN}${prefix}${unit}`;
}

/** How long something takes yet. */
export function lasting(seconds: number): string {
    if (seconds < 1) {
        return "less than a second";
    }
    const [value, unit] = seconds < 90 ? [Math.ceil(seconds), "s"] : seconds < 5400 ? [Math.round(seconds / 60), "min"] : [Math.round(seconds / 360) / 10, "h"];
    return `${value}${THIN}${unit}`;
}

/** A typed number as a program reads it: 5.01 × 10⁵ becomes 5.01e5, thin spaces spaces, a true minus a hyphen. */
export function untypeset(typed: string): string {
    const digit = (c: string) => (c === "⁻" ? "-" : c === "⁺" ? "+" : String(superscripts.indexOf(c)));
    return typed
        .replace(/[\u202f\u2009\u00a0]/g, " ")
        .replaceAll("−", "-")
        .replace(/(?:([\d.]+)\s*[×*·]\s*)?(?<![\d.])10(?:([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)|\^\s*([-+]?\d+))/g, (_, mantissa: string | undefined, raised: string | undefined, typedPower: string | undefined) =>
            `${mantissa ?? "1"}e${raised ? Array.from(raised, digit).join("") : typedPower}`)
        .trim();
}

/** A number, and what follows it. */
const NUMBER = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*(\S.*)?$/i;
const PREFIX: Record<string, number> = { G: 1e9, M: 1e6, k: 1e3, d: 0.1, m: 1e-3, "µ": 1e-6, "μ": 1e-6, u: 1e-6, n: 1e-9, p: 1e-12 };

/** A unit as so many of one without a prefix. */
function taken(unit: string): [number, string] {
    const found = /^([GMkdmµμunp])(m|s|N|Hz)$/.exec(unit);
    return found ? [PREFIX[found[1]], found[2]] : [1, unit];
}

/** What is typed for a value in a unit of the library, as the library reads it. A number without unit is in that one; newtons
 *  are never tenths of them. */
export function typedIn(unit: string, typed: string): string {
    const text = untypeset(typed);
    const found = NUMBER.exec(text);
    if (!found) {
        return text;
    }
    const its = found[2] ?? (unit === "dN" ? "N" : unit);
    const [factor, base] = taken(its);
    const [own, ownBase] = taken(unit);
    if (its !== unit && base === ownBase) {
        return `${Number(((Number(found[1]) * factor) / own).toPrecision(15))} ${unit}`;
    }
    return `${found[1]} ${shownAs[unit]?.[1] === its ? unit : its}`.trim();
}

/** Units that the rooms Laboratory and Strike read, beside those with a prefix. */
const KNOWN: Record<string, Record<string, number>> = {
    kg: { g: 1e-3, mg: 1e-6 },
    "m/s": { "cm/s": 1e-2, "mm/s": 1e-3, "km/h": 1 / 3.6 },
    "N/mᵅ": { "N/m^a": 1, "N/m": 1, "kN/m": 1e3 },
    samples: { sample: 1 },
};

/** A typed number in a unit of the page; NaN for what is none. */
export function readIn(unit: string, typed: string): number {
    const found = NUMBER.exec(untypeset(typed));
    const its = found?.[2] ?? unit;
    const [factor, base] = its === unit ? [1, unit] : taken(its)[1] === unit ? taken(its) : [KNOWN[unit]?.[its] ?? NaN, unit];
    return found && base === unit ? Number((Number(found[1]) * factor).toPrecision(15)) : NaN;
}

/** A message of the library as people write numbers: 10³⁰ instead of 1e+30; what it quotes stays. */
export function typeset(message: string): string {
    return message
        .split(/("[^"]*")/)
        .map((part, i) => (i % 2 ? part : part
            .replace(/(?<![\w.])(\d+(?:\.\d+)?)e([-+]?\d+)\b/g, (_, mantissa: string, exponent: string) => number(Number(`${mantissa}e${exponent}`), Math.max(1, mantissa.replace(".", "").length)))
            .replace(/(?<=^|[\s(])-(?=\d)/g, "−")))
        .join("");
}

/** The same, where units are shown as well: 1 to 500 µm. */
export function typesetUnits(message: string): string {
    return typeset(
        message
            .split(/("[^"]*")/)
            .map((part, i) => (i % 2 ? part : part
                .replace(/([-\d.]+(?:e[-+]?\d+)?) to ([-\d.]+(?:e[-+]?\d+)?) (dN|um|m\/s\^2|N\/m\^a)(?![\w/^])/g, (_, low: string, high: string, unit: string) => `${quantity(Number(low), unit)} to ${quantity(Number(high), unit)}`)
                .replace(/\bum\b/g, "µm").replaceAll("m/s^2", "m/s²").replaceAll("N/m^a", "N/mᵅ")))
            .join(""),
    );
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
