// What rooms share: the engine on the page, the audio context, messages and addresses.

import { Core } from "../engine/core";
import type { Tables } from "../engine/tables";
import { loadModule, prepareContext, Urto } from "../engine/urto";
import { h, typesetUnits } from "./dom";

/** Where the files of the page lie. */
export const base = new URL(".", document.baseURI);

export interface Audio {
    context: AudioContext;
    urto: Urto;
    /** Nodes connect here: it is heard and analysed. */
    output: GainNode;
    analyser: AnalyserNode;
}

/** An address below #/: room, the rest of the path, and what follows the question mark. */
export interface Place {
    room: string;
    path: string[];
    query: URLSearchParams;
}

export interface Room {
    element: HTMLElement;
    /** The address has changed within the room. */
    go?(place: Place): void;
    close(): void;
}

export const module = (): Promise<WebAssembly.Module> => loadModule(base);

let core: Promise<Core> | null = null;

/** An instance for the page itself: tables, checks of scenes, the Laboratory. */
export function pageCore(): Promise<Core> {
    core ??= module().then((compiled) => new Core(compiled));
    return core;
}

let knownTables: Promise<Tables> | null = null;

export function tables(): Promise<Tables> {
    knownTables ??= pageCore().then((one) => one.tables());
    return knownTables;
}

let audio: Promise<Audio> | null = null;

async function makeAudio(): Promise<Audio> {
    if (typeof AudioContext === "undefined") {
        throw new Error("this browser has no Web Audio");
    }
    const context = new AudioContext({ latencyHint: "interactive" });
    await prepareContext(context, base);
    const urto = await Urto.create(context, { base });
    const output = new GainNode(context);
    const analyser = new AnalyserNode(context, { fftSize: 8192, smoothingTimeConstant: 0.6, minDecibels: -100, maxDecibels: -10 });
    output.connect(analyser).connect(context.destination);
    return { context, urto, output, analyser };
}

/** The audio context, made at the first gesture. */
export async function startAudio(): Promise<Audio> {
    audio ??= makeAudio();
    try {
        const ready = await audio;
        if (ready.context.state !== "running") {
            await ready.context.resume();
        }
        return ready;
    } catch (error) {
        audio = null;
        say(`No sound: ${(error as Error).message}.`, "error");
        throw error;
    }
}

/** The audio context if there is one. */
export const audioNow = (): Promise<Audio> | null => audio;

let messages: HTMLElement | null = null;

export function messageArea(): HTMLElement {
    messages ??= h("div", { class: "messages", role: "status", "aria-live": "polite" });
    return messages;
}

/** Takes back what was said under a name. */
export function unsay(name: string): void {
    for (const old of Array.from(messageArea().children)) {
        if ((old as HTMLElement).dataset["name"] === name) {
            old.remove();
        }
    }
}

/** Says something in the page, in the place of what was said under the same name. */
export function say(text: string, kind: "note" | "error" = "note", options: { name?: string; action?: { text: string; run(): unknown } | undefined } = {}): void {
    const area = messageArea();
    const name = options.name ?? text;
    unsay(name);
    while (area.children.length > 2) {
        area.firstElementChild!.remove();
    }
    const message = h("div", { class: `message ${kind}`, "data-name": name }, h("span", {}, typesetUnits(text.replace(/\.\.$/, "."))));
    if (options.action) {
        const { text: label, run } = options.action;
        message.append(h("button", { type: "button", class: "button", onclick: () => (message.remove(), run()) }, label));
    }
    message.append(h("button", { type: "button", class: "dismiss", "aria-label": "dismiss", onclick: () => message.remove() }, "×"));
    area.append(message);
    if (!options.action) {
        setTimeout(() => message.remove(), kind === "error" ? 15000 : 6000);
    }
}

export function readPlace(hash: string): Place {
    const [path, query] = hash.replace(/^#\/?/, "").split("?", 2);
    const parts = path.split("/").map((part) => {
        try {
            return decodeURIComponent(part);
        } catch {
            return part;
        }
    });
    return { room: parts[0] || "play", path: parts.slice(1), query: new URLSearchParams(query ?? "") };
}

/** Writes the address of what is seen, without a step of the history. */
export function writePlace(room: string, path: string[], query: Record<string, string> = {}): void {
    const search = new URLSearchParams(query).toString();
    const hash = `#/${[room, ...path].map(encodeURIComponent).join("/")}${search ? `?${search}` : ""}`;
    if (hash !== location.hash) {
        history.replaceState(null, "", hash);
    }
}

export async function copyLink(what: string): Promise<void> {
    try {
        await navigator.clipboard.writeText(location.href);
        say(`The link to ${what} is in the clipboard.`, "note", { name: "link" });
    } catch {
        say(`The address of this page is the link to ${what}.`, "note", { name: "link" });
    }
}
