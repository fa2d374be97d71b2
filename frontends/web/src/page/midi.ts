// MIDI keyboards that are plugged in.

import { say } from "./app";

/** More messages than that in a turn are no music. */
const FLOOD = 400;
const TURN = 100; // ms
/** Bends, pressures and controllers that glide come so often at most [ms]: between, only the last of each counts. */
const GLIDE = 10;

/** A message that is replaced by a later one of its kind, channel and number; "" for another. */
function glides([status, number]: Uint8Array): string {
    switch (status & 0xf0) {
        case 0xa0:
            return `${status} ${number}`;
        case 0xb0:
            // not those that switch, choose or follow on each other
            return (number >= 1 && number < 32 && number !== 6) || (number >= 70 && number < 96) ? `${status} ${number}` : "";
        case 0xd0:
        case 0xe0:
            return String(status);
        default:
            return "";
    }
}

export class MidiInputs {
    private access: MIDIAccess | null = null;
    private count = 0;
    private readonly waiting = new Map<string, Uint8Array>();
    private glideTimer = 0;

    /** Bytes of each message go to `take`; after a flood all notes are let go. */
    constructor(private readonly take: (bytes: Uint8Array) => void) {}

    /** Asks for the keyboards: what to say about them. */
    async open(): Promise<string> {
        if (!isSecureContext) {
            throw new Error("keyboards are given to pages that come by https or from localhost only");
        }
        if (!navigator.requestMIDIAccess) {
            throw new Error("this browser has no Web MIDI; Chromium has");
        }
        this.access = await navigator.requestMIDIAccess();
        this.access.onstatechange = () => this.listen();
        const names = this.listen();
        return names.length ? `MIDI: ${names.join(", ")}` : "MIDI is on; no keyboard is plugged in yet";
    }

    close(): void {
        clearTimeout(this.glideTimer);
        this.access?.inputs.forEach((input) => (input.onmidimessage = null));
        if (this.access) {
            this.access.onstatechange = null;
        }
    }

    private listen(): string[] {
        const names: string[] = [];
        this.access?.inputs.forEach((input) => {
            input.onmidimessage = (event) => event.data && this.hear(event.data as Uint8Array);
            names.push(input.name ?? "a keyboard");
        });
        return names;
    }

    private hear(bytes: Uint8Array): void {
        if (bytes[0] >= 0xf0 || bytes.length > 3) {
            return;
        }
        const name = glides(bytes);
        if (!name) {
            this.sendWaiting();
            this.send(bytes);
        } else if (this.glideTimer) {
            this.waiting.set(name, bytes);
        } else {
            this.send(bytes);
            this.glideTimer = window.setTimeout(() => this.endGlide(), GLIDE);
        }
    }

    private endGlide(): void {
        this.glideTimer = this.waiting.size ? window.setTimeout(() => this.endGlide(), GLIDE) : 0;
        this.sendWaiting();
    }

    private sendWaiting(): void {
        const waiting = [...this.waiting.values()];
        this.waiting.clear();
        waiting.forEach((bytes) => this.send(bytes));
    }

    private send(bytes: Uint8Array): void {
        if (this.count === 0) {
            // begins anew only when the page has had a turn: what comes in one go counts as one
            setTimeout(() => this.endTurn(), TURN);
        }
        if (++this.count <= FLOOD) {
            this.take(bytes);
        } else if (this.count === FLOOD + 1) {
            say(`MIDI comes faster than ${(1000 / TURN) * FLOOD} messages a second: the rest is left out and all notes are let go.`, "error", { name: "flood" });
        }
    }

    private endTurn(): void {
        if (this.count > FLOOD) {
            this.letGo();
        }
        this.count = 0;
    }

    private letGo(): void {
        for (let channel = 0; channel < 16; channel++) {
            this.take(Uint8Array.of(0xb0 | channel, 64, 0));
            this.take(Uint8Array.of(0xb0 | channel, 123, 0));
        }
    }
}
