// Bodies of a scene in motion, with what touches them.

import type { Film, SceneBodies, SceneBody, SceneJoint } from "../engine/scene-messages";
import { prepareCanvas, theme, type Theme } from "./theme";
import { quantity } from "./dom";

const MOST_PANELS = 6;
const PANEL_HEIGHT = 150;

interface Panel {
    body: number;
    /** Largest displacement that is shown [m]. */
    scale: number;
}

/** A body's place among the watched points of a row. */
function offsets(bodies: SceneBody[]): number[] {
    let sum = 0;
    return bodies.map((body) => (sum += body.points) - body.points);
}

export class FilmView {
    private made: SceneBodies | null = null;
    private film: Film | null = null;
    private panels: Panel[] = [];
    private starts: number[] = [];
    private strongest: number[] = [];
    private readonly named = new Set<string>();

    constructor(private readonly canvas: HTMLCanvasElement) {}

    show(made: SceneBodies, film: Film): void {
        this.made = made;
        this.film = film;
        this.starts = offsets(made.bodies);
        const points = film.width - made.contacts.length;
        this.strongest = made.contacts.map((_, c) => {
            let most = 0;
            for (let row = 0; row < film.count; row++) {
                most = Math.max(most, film.rows[row * film.width + points + c]);
            }
            return most;
        });
        const moved = made.bodies.map((body, b) => {
            let most = 0;
            for (let row = 0; row < film.count; row++) {
                for (let p = 0; p < body.points; p++) {
                    most = Math.max(most, Math.abs(film.rows[row * film.width + this.starts[b] + p]));
                }
            }
            return most;
        });
        const long = made.bodies.map((body, b) => ({ body, b })).filter(({ body }) => body.kind !== "mass" && body.points > 1);
        const shown = (long.length ? long : made.bodies.map((body, b) => ({ body, b }))).sort((x, y) => rank(y.body) - rank(x.body) || moved[y.b] - moved[x.b]).slice(0, MOST_PANELS).sort((x, y) => x.b - y.b);
        this.panels = shown.map(({ b }) => ({ body: b, scale: Math.max(moved[b] * 1.35, 1e-9) }));
        // one picture for all strings of a snare: equal bodies have equal scales
        for (const panel of this.panels) {
            const kind = made.bodies[panel.body].kind;
            panel.scale = Math.max(...this.panels.filter((other) => made.bodies[other.body].kind === kind).map((other) => other.scale));
        }
        this.canvas.style.height = `${PANEL_HEIGHT * Math.ceil(this.panels.length / this.columns())}px`;
    }

    private columns(): number {
        return this.canvas.clientWidth > 720 && this.panels.length > 1 ? 2 : 1;
    }

    get count(): number {
        return this.film?.count ?? 0;
    }

    timeOf(row: number): number {
        return this.film ? this.film.from + row * this.film.step : 0;
    }

    draw(row: number): void {
        const { context, width } = prepareCanvas(this.canvas);
        if (!this.made || !this.film) {
            return;
        }
        const columns = this.columns();
        const gap = 16;
        const wide = (width - gap * (columns - 1)) / columns;
        this.panels.forEach((panel, i) => {
            context.save();
            context.translate((i % columns) * (wide + gap), Math.floor(i / columns) * PANEL_HEIGHT);
            context.beginPath();
            context.rect(0, 0, wide, PANEL_HEIGHT);
            context.clip();
            this.drawPanel(context, panel, wide, row, theme());
            context.restore();
        });
    }

    private drawPanel(context: CanvasRenderingContext2D, panel: Panel, width: number, row: number, colours: Theme): void {
        const made = this.made!;
        const film = this.film!;
        const body = made.bodies[panel.body];
        const length = body.to - body.from || 1;
        const left = 8;
        const right = width - 8;
        const top = 24;
        const bottom = PANEL_HEIGHT - 12;
        const middle = (top + bottom) / 2;
        const x = (place: number) => body.points === 1 ? (left + right) / 2 : left + ((right - left) * (place - body.from)) / length;
        const y = (height: number) => middle - (height / panel.scale) * ((bottom - top) / 2);
        const value = (b: number, p: number) => film.rows[row * film.width + this.starts[b] + p];
        context.fillStyle = colours.quiet;
        context.textAlign = "left";
        context.font = "600 12px Inter, system-ui, sans-serif";
        context.fillText(body.name, left, 13);
        context.font = "12px Inter, system-ui, sans-serif";
        const named = context.measureText(body.name).width + 16;
        context.fillText(`${body.kind}${body.kind === "membrane" || body.kind === "plate" ? ", along its middle" : ""}`, left + named, 13);
        // how large it is drawn
        const bar = niceBelow(panel.scale / 1.4);
        context.textAlign = "right";
        context.fillText(quantity(bar, "m", 1), right - 8, 13);
        context.strokeStyle = colours.quiet;
        context.lineWidth = 1;
        context.beginPath();
        context.moveTo(right - 2, y(bar / 2));
        context.lineTo(right - 2, y(-bar / 2));
        context.stroke();
        context.strokeStyle = colours.line;
        context.setLineDash([4, 4]);
        context.beginPath();
        context.moveTo(left, middle);
        context.lineTo(right, middle);
        context.stroke();
        context.setLineDash([]);
        const points = film.width - made.contacts.length;
        this.named.clear();
        made.joints.forEach((joint, j) => {
            const below = joint.below.body === panel.body;
            const above = joint.above.body === panel.body;
            if (below || above) {
                const force = film.rows[row * film.width + points + j];
                this.drawJoint(context, joint, below, force, this.strongest[j], x, y, value, body, colours);
            }
        });
        context.strokeStyle = colours.ring;
        context.lineWidth = body.kind === "bar" || body.kind === "modal" ? 5 : body.kind === "plate" ? 4 : 2.25;
        context.lineJoin = "round";
        context.lineCap = "round";
        context.beginPath();
        if (body.points === 1) {
            context.arc((left + right) / 2, y(value(panel.body, 0)), 8, 0, 2 * Math.PI);
        }
        for (let p = 0; p < body.points && body.points > 1; p++) {
            const at = x(body.from + (length * p) / (body.points - 1));
            p ? context.lineTo(at, y(value(panel.body, p))) : context.moveTo(at, y(value(panel.body, p)));
        }
        context.stroke();
    }

    /** The name of a body that is drawn over another, once in a panel. */
    private name(context: CanvasRenderingContext2D, name: string, right: number, height: number, colours: Theme): void {
        if (this.named.has(name)) {
            return;
        }
        this.named.add(name);
        context.textAlign = "right";
        context.lineWidth = 3;
        context.strokeStyle = colours.raised;
        context.fillStyle = colours.supplied;
        const at = Math.max(38 + 14 * (this.named.size - 1), Math.min(PANEL_HEIGHT - 16, height - 5));
        context.strokeText(name, right - 4, at);
        context.fillText(name, right - 4, at);
    }

    private drawJoint(
        context: CanvasRenderingContext2D,
        joint: SceneJoint,
        below: boolean,
        force: number,
        strongest: number,
        x: (place: number) => number,
        y: (height: number) => number,
        value: (body: number, point: number) => number,
        body: SceneBody,
        colours: Theme,
    ): void {
        const mine = below ? joint.below : joint.above;
        const other = below ? joint.above : joint.below;
        const mineIndex = mine.body;
        const middle = (mine.from[0] + mine.to[0]) / 2;
        const touching = force > 1e-4 * strongest && strongest > 0;
        // where the other side is when it touches
        const gap = (below ? 1 : -1) * joint.distance;
        if (other.body < 0) {
            const [from, to] = [mine.from[0], mine.to[0]];
            const heights = joint.heights.length ? joint.heights : [0, 0, 1, 0];
            context.strokeStyle = colours.ink;
            context.fillStyle = colours.line;
            context.lineWidth = 2;
            const depth = below ? -14 : 14;
            if (joint.separate || from === to) {
                for (let p = 0; p < heights.length; p += 2) {
                    const at = x(from + heights[p] * (to - from));
                    const height = y(heights[p + 1] + gap);
                    context.beginPath();
                    context.moveTo(at, height);
                    context.lineTo(at - 3.5, height + depth);
                    context.lineTo(at + 3.5, height + depth);
                    context.closePath();
                    const point = Math.round(((from + heights[p] * (to - from) - body.from) / (body.to - body.from || 1)) * (body.points - 1));
                    const near = Math.abs(y(value(mineIndex, Math.max(0, Math.min(body.points - 1, point)))) - height) < 3;
                    context.fillStyle = touching && near ? colours.struck : colours.quiet;
                    context.fill();
                }
            } else {
                context.beginPath();
                for (let p = 0; p < heights.length; p += 2) {
                    const at = x(from + heights[p] * (to - from));
                    p ? context.lineTo(at, y(heights[p + 1] + gap)) : context.moveTo(at, y(heights[p + 1] + gap));
                }
                context.stroke();
                context.lineTo(x(to), below ? 0 : PANEL_HEIGHT);
                context.lineTo(x(from), below ? 0 : PANEL_HEIGHT);
                context.closePath();
                context.globalAlpha = 0.5;
                context.fill();
                context.globalAlpha = 1;
            }
        } else {
            const others = this.made!.bodies[other.body];
            if (others.kind === "mass") {
                const height = y(value(other.body, 0) + gap);
                const radius = 8;
                context.beginPath();
                context.arc(x(middle), height + (below ? -radius : radius), radius, 0, 2 * Math.PI);
                context.fillStyle = touching ? colours.struck : colours.raised;
                context.strokeStyle = colours.struck;
                context.lineWidth = 2;
                context.fill();
                context.stroke();
            } else if (joint.below.from[0] !== joint.below.to[0] || joint.above.from[0] !== joint.above.to[0]) {
                context.strokeStyle = colours.supplied;
                context.globalAlpha = 0.55;
                context.lineWidth = 1.5;
                context.beginPath();
                for (let p = 0; p < others.points; p++) {
                    const at = x(mine.from[0] + ((mine.to[0] - mine.from[0]) * p) / Math.max(1, others.points - 1));
                    const height = y(value(other.body, p) + gap);
                    p ? context.lineTo(at, height) : context.moveTo(at, height);
                }
                context.stroke();
                context.globalAlpha = 1;
                this.name(context, others.name, x(Math.max(mine.from[0], mine.to[0])), y(value(other.body, others.points - 1) + gap), colours);
            } else {
                context.fillStyle = touching ? colours.struck : colours.quiet;
                const index = Math.round(((middle - body.from) / (body.to - body.from || 1)) * (body.points - 1));
                const height = y(value(mineIndex, Math.max(0, Math.min(body.points - 1, index))));
                context.fillRect(x(middle) - 4, height - 4, 8, 8);
            }
        }
    }
}

/** Surfaces first, then what is long. */
function rank(body: SceneBody): number {
    return body.kind === "membrane" || body.kind === "plate" ? 1 : 0;
}

function niceBelow(value: number): number {
    const power = Math.pow(10, Math.floor(Math.log10(value)));
    return ([5, 2, 1].find((one) => one * power <= value) ?? 1) * power;
}
