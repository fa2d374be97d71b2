// Plots of curves on a canvas: axes with units, few ticks, light grid, no box.

import { number } from "./dom";
import { prepareCanvas, theme } from "./theme";

export interface Curve {
    /** x and y in turn. */
    points: Float64Array | Float32Array | number[];
    colour: string;
    dash?: number[];
    width?: number;
    /** A mark at every n-th point; 0: none. */
    marks?: number;
    /** Number of the mark, as gnuplot has them. */
    shape?: number;
    /** Written at its highest point. */
    label?: string;
}

export interface Axis {
    from: number;
    to: number;
    log?: boolean;
    title: string;
    text?(value: number): string;
}

export interface Extra {
    lines?: { x?: number; y?: number; colour: string; label?: string }[];
    bands?: { from: number; to: number; colour: string }[];
    /** Said in the lower left corner. */
    notes?: string[];
}

function ticks(axis: Axis, most: number): number[] {
    if (axis.log) {
        const out: number[] = [];
        const low = Math.ceil(Math.log10(axis.from) - 1e-9);
        const high = Math.floor(Math.log10(axis.to) + 1e-9);
        const step = Math.max(1, Math.ceil((high - low) / most));
        for (let power = low; power <= high; power += step) {
            out.push(Math.pow(10, power));
        }
        if (out.length < 2) {
            for (const one of [2, 5]) {
                const value = one * Math.pow(10, Math.floor(Math.log10(axis.to)));
                if (value >= axis.from && value <= axis.to) {
                    out.push(value);
                }
            }
        }
        return out;
    }
    const span = axis.to - axis.from;
    const power = Math.pow(10, Math.floor(Math.log10(span / most)));
    const step = [1, 2, 5, 10].map((one) => one * power).find((one) => span / one <= most) ?? span;
    const out: number[] = [];
    for (let value = Math.ceil(axis.from / step - 1e-9) * step; value <= axis.to + 1e-9 * span; value += step) {
        out.push(Math.abs(value) < 1e-9 * step ? 0 : value);
    }
    return out;
}

/** A mark as gnuplot numbers them in the figures: 1 to 3 plus, cross and star; from 4 on squares, circles, triangles up and down,
 *  diamonds and pentagons, open and filled in turn. */
function mark(context: CanvasRenderingContext2D, x: number, y: number, type: number, colour: string): void {
    const r = 3.75;
    /** A polygon of so many corners, the first of which looks to an angle. */
    const polygon = (corners: number, from: number, size: number) => {
        for (let i = 0; i < corners; i++) {
            const angle = from + (2 * Math.PI * i) / corners;
            context.lineTo(x + size * Math.cos(angle), y + size * Math.sin(angle));
        }
        context.closePath();
    };
    const spokes = (directions: number, from: number) => {
        for (let i = 0; i < directions; i++) {
            const angle = from + (Math.PI * i) / directions;
            context.moveTo(x - r * Math.cos(angle), y - r * Math.sin(angle));
            context.lineTo(x + r * Math.cos(angle), y + r * Math.sin(angle));
        }
    };
    const up = -Math.PI / 2;
    const forms = [
        () => polygon(4, Math.PI / 4, 1.35 * r),
        () => context.arc(x, y, r, 0, 2 * Math.PI),
        () => polygon(3, up, 1.4 * r),
        () => polygon(3, -up, 1.4 * r),
        () => polygon(4, up, 1.35 * r),
        () => polygon(5, up, 1.2 * r),
    ];
    context.strokeStyle = colour;
    context.lineWidth = 1.75;
    context.beginPath();
    if (type < 4) {
        type !== 2 && spokes(2, 0);
        type !== 1 && spokes(2, Math.PI / 4);
    } else {
        forms[Math.floor((type - 4) / 2) % forms.length]();
        context.fillStyle = type % 2 ? colour : theme().raised;
        context.fill();
    }
    context.stroke();
}

export function plot(canvas: HTMLCanvasElement, x: Axis, y: Axis, curves: Curve[], extra: Extra = {}): void {
    const { context, width, height } = prepareCanvas(canvas);
    const colours = theme();
    const left = 52;
    const right = width - 10;
    const top = 22;
    const bottom = height - 36;
    const place = (axis: Axis, value: number, from: number, to: number) =>
        from + (to - from) * (axis.log ? Math.log(value / axis.from) / Math.log(axis.to / axis.from) : (value - axis.from) / (axis.to - axis.from));
    const px = (value: number) => place(x, value, left, right);
    const py = (value: number) => place(y, value, bottom, top);
    const write = (axis: Axis, value: number) => (axis.text ? axis.text(value) : number(value, 3));
    for (const band of extra.bands ?? []) {
        context.globalAlpha = 0.1;
        context.fillStyle = band.colour;
        context.fillRect(left, py(Math.min(y.to, band.to)), right - left, py(Math.max(y.from, band.from)) - py(Math.min(y.to, band.to)));
        context.globalAlpha = 1;
    }
    context.strokeStyle = colours.line;
    context.fillStyle = colours.quiet;
    context.lineWidth = 1;
    context.textAlign = "center";
    for (const tick of ticks(x, width < 420 ? 4 : 7)) {
        context.beginPath();
        context.moveTo(px(tick), top);
        context.lineTo(px(tick), bottom);
        context.stroke();
        context.fillText(write(x, tick), Math.min(px(tick), right - 8), bottom + 15);
    }
    context.textAlign = "right";
    for (const tick of ticks(y, 5)) {
        context.beginPath();
        context.moveTo(left, py(tick));
        context.lineTo(right, py(tick));
        context.stroke();
        context.fillText(write(y, tick), left - 6, py(tick) + 4);
    }
    context.fillText(x.title, right, height - 5);
    context.textAlign = "left";
    context.fillText(y.title, 4, 13);
    context.save();
    context.beginPath();
    context.rect(left - 1, top - 1, right - left + 2, bottom - top + 2);
    context.clip();
    for (const line of extra.lines ?? []) {
        context.strokeStyle = line.colour;
        context.lineWidth = 1.75;
        context.setLineDash([2, 3]);
        context.beginPath();
        if (line.x !== undefined) {
            context.moveTo(px(line.x), top);
            context.lineTo(px(line.x), bottom);
        } else if (line.y !== undefined) {
            context.moveTo(left, py(line.y));
            context.lineTo(right, py(line.y));
        }
        context.stroke();
        context.setLineDash([]);
    }
    for (const curve of curves) {
        context.strokeStyle = curve.colour;
        context.lineWidth = curve.width ?? 2;
        context.setLineDash(curve.dash ?? []);
        context.lineJoin = "round";
        context.beginPath();
        let begun = false;
        for (let i = 0; i + 1 < curve.points.length; i += 2) {
            const value = y.log ? Math.max(curve.points[i + 1], y.from * 1e-3) : curve.points[i + 1];
            if (!Number.isFinite(value)) {
                begun = false;
                continue;
            }
            begun ? context.lineTo(px(curve.points[i]), py(value)) : context.moveTo(px(curve.points[i]), py(value));
            begun = true;
        }
        context.stroke();
        context.setLineDash([]);
        for (let i = 0; curve.marks && i + 1 < curve.points.length; i += 2 * curve.marks) {
            if (Number.isFinite(curve.points[i + 1])) {
                mark(context, px(curve.points[i]), py(curve.points[i + 1]), curve.shape ?? 6, curve.colour);
            }
        }
    }
    // what is written lies above what is drawn
    for (const line of extra.lines ?? []) {
        if (line.label) {
            const x = line.x !== undefined ? Math.min(px(line.x) + 5, right - context.measureText(line.label).width - 4) : left + 6;
            written(context, line.label, x, line.y !== undefined ? py(line.y) - 5 : top + 12, line.colour);
        }
    }
    (extra.notes ?? []).forEach((note, i) => written(context, note, left + 6, bottom - 8 - 16 * i, colours.quiet));
    for (const curve of curves.filter(({ label }) => label)) {
        let highest = 0;
        for (let i = 0; i + 1 < curve.points.length; i += 2) {
            highest = curve.points[i + 1] > curve.points[highest + 1] ? i : highest;
        }
        if (curve.points.length) {
            const at = Math.max(left + 4, Math.min(right - context.measureText(curve.label!).width - 4, px(curve.points[highest]) + 8));
            written(context, curve.label!, at, Math.max(top + 12, py(curve.points[highest + 1]) - 9), curve.colour);
        }
    }
    context.restore();
}

function written(context: CanvasRenderingContext2D, text: string, x: number, y: number, colour: string): void {
    context.textAlign = "left";
    context.lineJoin = "round";
    context.lineWidth = 4;
    context.strokeStyle = theme().raised;
    context.strokeText(text, x, y);
    context.fillStyle = colour;
    context.fillText(text, x, y);
}

/** Draws a curve's line and mark into a small canvas, for a legend. */
export function drawSample(canvas: HTMLCanvasElement, colour: string, dash: number[], shape: number): void {
    const { context, width, height } = prepareCanvas(canvas);
    context.strokeStyle = colour;
    context.lineWidth = 2;
    context.setLineDash(dash);
    context.beginPath();
    context.moveTo(0, height / 2);
    context.lineTo(width, height / 2);
    context.stroke();
    context.setLineDash([]);
    mark(context, width / 2, height / 2, shape, colour);
}
