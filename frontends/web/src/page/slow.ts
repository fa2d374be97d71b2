// Sees from the meters of an instrument that the device is too slow for it.

import type { Meter } from "../engine/messages";

const HIGH = 0.9;
const LONG = 1000; // ms
const DROPOUTS = 3;
const WITHIN = 3000; // ms
/** What has been said is not said again for so long [ms]. */
const QUIET = 10000;

export class SlowWatcher {
    private highSince = Infinity;
    private known = 0;
    private late: number[] = [];
    private quietUntil = 0;

    /** Calls `tell` when the load has been high for a second, or three dropouts came within three. */
    constructor(private readonly tell: (what: string) => void) {}

    /** Another node has counts of its own. */
    reset(): void {
        this.highSince = Infinity;
        this.known = 0;
        this.late = [];
    }

    take({ load, dropouts }: Meter): void {
        const now = performance.now();
        if (!(load > HIGH)) {
            this.highSince = Infinity;
        } else if (this.highSince === Infinity) {
            this.highSince = now;
        }
        if (dropouts > this.known) {
            this.late.push(...Array<number>(dropouts - this.known).fill(now));
            this.known = dropouts;
        }
        this.late = this.late.filter((time) => now - time < WITHIN);
        const busy = now - this.highSince >= LONG;
        if ((busy || this.late.length >= DROPOUTS) && now >= this.quietUntil) {
            this.quietUntil = now + QUIET;
            this.tell(busy ? `a second of sound takes ${load.toFixed(1)} s` : "the sound came too late several times");
        }
    }
}
