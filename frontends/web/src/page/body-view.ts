// A body drawn as it moves: the sum of its modes over a mesh, seen from above at an angle.

import type { Theme } from "./theme";

export type Form = "disc" | "sheet" | "bar" | "string" | "ring";

/** How much a surface is foreshortened. */
const TILT = 0.52;

export interface Geometry {
    form: Form;
    /** Extent [m]; a disc: radius twice; a ring: how long it is around. */
    width: number;
    height: number;
    /** Places on the body, x and y in turn [m]. */
    places: Float64Array;
    /** Rows and columns of the mesh. */
    rows: number;
    columns: number;
}

export function geometryOf(form: Form, width: number, height: number): Geometry {
    const [rows, columns] = form === "disc" ? [15, 49] : form === "sheet" ? [23, 34] : [1, form === "ring" ? 145 : form === "bar" ? 61 : 181];
    const places = new Float64Array(2 * rows * columns);
    for (let r = 0; r < rows; r++) {
        for (let c = 0; c < columns; c++) {
            const at = 2 * (r * columns + c);
            if (form === "disc") {
                const radius = (width * r) / (rows - 1);
                const angle = (2 * Math.PI * c) / (columns - 1);
                places[at] = radius * Math.cos(angle);
                places[at + 1] = radius * Math.sin(angle);
            } else {
                places[at] = (width * c) / (columns - 1);
                places[at + 1] = form === "sheet" ? (height * r) / (rows - 1) : 0;
            }
        }
    }
    return { form, width, height, places, rows, columns };
}

export class BodyView {
    /** Shapes of modes at the places, mode by mode. */
    private shapes: Float32Array = new Float32Array(0);
    private modes = 0;
    private heights: Float32Array = new Float32Array(0);
    private centre = [0, 0];
    private radius = 1;
    geometry: Geometry = geometryOf("disc", 1, 1);

    take(geometry: Geometry, shapes: Float32Array, modes: number): void {
        this.geometry = geometry;
        this.shapes = shapes;
        this.modes = modes;
        this.heights = new Float32Array(geometry.rows * geometry.columns);
    }

    /** Displacements of all places [m] for those of the modes. */
    move(modes: Float32Array): void {
        const { heights, shapes } = this;
        const count = heights.length;
        heights.fill(0);
        for (let m = 0; m < this.modes; m++) {
            const amount = modes[m];
            if (amount !== 0) {
                for (let p = 0, at = m * count; p < count; p++, at++) {
                    heights[p] += amount * shapes[at];
                }
            }
        }
    }

    get largest(): number {
        let most = 0;
        for (const height of this.heights) {
            most = Math.max(most, Math.abs(height));
        }
        return most;
    }

    fit(width: number, height: number): void {
        const { form } = this.geometry;
        this.centre = [width / 2, height * (form === "ring" ? 0.5 : 0.56)];
        this.radius = form === "disc" ? Math.min(width * 0.46, (height * 0.4) / TILT) : form === "ring" ? Math.min(width, height) * 0.34 : form === "sheet" ? Math.min(width * 0.41, (height * 0.4 * this.geometry.width) / (this.geometry.height * TILT)) : width * 0.45;
    }

    /** How far up a displacement of `largest` is drawn [px]. */
    get swing(): number {
        const { form } = this.geometry;
        return this.radius * (form === "ring" ? 0.22 : form === "disc" || form === "sheet" ? 0.2 : 0.14);
    }

    /** How large a metre of the body is drawn [px]. */
    get pixels(): number {
        const { form, width } = this.geometry;
        return form === "ring" ? (this.radius * 2 * Math.PI) / width : form === "disc" ? this.radius / width : (2 * this.radius) / width;
    }

    /** Where a place of the body [m] is drawn, at a height [px]. */
    point(x: number, y: number, up: number): [number, number] {
        const { form, width, height } = this.geometry;
        const [cx, cy] = this.centre;
        switch (form) {
            case "disc":
                return [cx + (this.radius * x) / width, cy + (TILT * this.radius * y) / width - up];
            case "sheet": {
                const scale = (2 * this.radius) / width;
                const depth = (y - height / 2) * scale;
                return [cx + (x - width / 2) * scale + 0.18 * -depth, cy + TILT * depth - up];
            }
            case "ring": {
                const angle = (2 * Math.PI * x) / width - Math.PI / 2;
                return [cx + (this.radius + up) * Math.cos(angle), cy + (this.radius + up) * Math.sin(angle)];
            }
            default:
                return [cx + (2 * x / width - 1) * this.radius, cy - up];
        }
    }

    /** The nearest place [m] where the body can be touched. */
    within(x: number, y: number): { x: number; y: number } {
        const { form, width, height } = this.geometry;
        switch (form) {
            case "disc": {
                const radius = Math.max(1, Math.hypot(x, y) / (0.93 * width));
                return { x: x / radius, y: y / radius };
            }
            case "sheet":
                return { x: clamp(x, 0.04 * width, 0.96 * width), y: clamp(y, 0.04 * height, 0.96 * height) };
            case "ring":
                return { x: x - Math.floor(x / width) * width, y: 0 };
            default:
                return { x: clamp(x, 0.02 * width, 0.98 * width), y: 0 };
        }
    }

    /** The place of the body [m] that is drawn at a point, clamped to the body; off: how far it is beside it [px]. */
    placeAt(px: number, py: number): { x: number; y: number; off: number } {
        const { form, width, height } = this.geometry;
        const [cx, cy] = this.centre;
        let x = (((px - cx) / this.radius + 1) / 2) * width;
        let y = 0;
        if (form === "disc") {
            x = ((px - cx) / this.radius) * width;
            y = ((py - cy) / (TILT * this.radius)) * width;
        } else if (form === "sheet") {
            const scale = (2 * this.radius) / width;
            const depth = (py - cy) / TILT;
            y = depth / scale + height / 2;
            x = (px - cx + 0.18 * depth) / scale + width / 2;
        } else if (form === "ring") {
            x = ((Math.atan2(py - cy, px - cx) + Math.PI / 2) / (2 * Math.PI)) * width;
        }
        const place = this.within(x, y);
        const [qx, qy] = this.point(place.x, place.y, 0);
        return { ...place, off: Math.hypot(px - qx, py - qy) };
    }

    /** Draws the body, its displacements times `scale` [px/m]. */
    draw(context: CanvasRenderingContext2D, scale: number, colours: Theme): void {
        const { form, columns, places } = this.geometry;
        const at = (r: number, c: number): [number, number] => {
            const p = r * columns + c;
            return this.point(places[2 * p], places[2 * p + 1], this.heights[p] * scale);
        };
        if (form === "disc" || form === "sheet") {
            this.drawSurface(context, scale, colours, at);
            return;
        }
        context.lineJoin = "round";
        context.lineCap = "round";
        // where it is at rest
        context.strokeStyle = colours.line;
        context.lineWidth = 1.5;
        context.setLineDash([5, 5]);
        context.beginPath();
        for (let c = 0; c < columns; c++) {
            const [x, y] = this.point(places[2 * c], 0, 0);
            c ? context.lineTo(x, y) : context.moveTo(x, y);
        }
        context.stroke();
        context.setLineDash([]);
        context.beginPath();
        for (let c = 0; c < columns; c++) {
            const [x, y] = at(0, c);
            c ? context.lineTo(x, y) : context.moveTo(x, y);
        }
        if (form === "bar") {
            for (let c = columns - 1; c >= 0; c--) {
                const [x, y] = at(0, c);
                context.lineTo(x + 14, y - 26);
            }
            context.closePath();
            context.fillStyle = colours.raised;
            context.fill();
            context.globalAlpha = 0.3;
            context.fillStyle = colours.ring;
            context.fill();
            context.globalAlpha = 1;
            context.strokeStyle = colours.ring;
            context.lineWidth = 2;
            context.stroke();
            context.beginPath();
            for (let c = 0; c < columns; c++) {
                const [x, y] = at(0, c);
                c ? context.lineTo(x, y + 5) : context.moveTo(x, y + 5);
            }
            context.lineWidth = 10;
            context.stroke();
            return;
        }
        if (form === "ring") {
            context.globalAlpha = 0.12;
            context.fillStyle = colours.ring;
            context.fill();
            context.globalAlpha = 1;
        }
        context.strokeStyle = colours.ring;
        context.lineWidth = form === "ring" ? 6 : 3;
        context.stroke();
        if (form === "string") {
            for (const x of [0, this.geometry.width]) {
                const [px, py] = this.point(x, 0, 0);
                context.fillStyle = colours.ink;
                context.beginPath();
                context.moveTo(px, py);
                context.lineTo(px - 9, py + 20);
                context.lineTo(px + 9, py + 20);
                context.fill();
            }
        }
    }

    private drawSurface(context: CanvasRenderingContext2D, scale: number, colours: Theme, at: (r: number, c: number) => [number, number]): void {
        const { form, rows, columns } = this.geometry;
        const up = parse(colours.ring);
        const down = parse(colours.struck);
        const flat = parse(colours.raised);
        const quads: { depth: number; r: number; c: number }[] = [];
        for (let r = 0; r + 1 < rows; r++) {
            for (let c = 0; c + 1 < columns; c++) {
                const p = r * columns + c;
                quads.push({ depth: this.geometry.places[2 * p + 1], r, c });
            }
        }
        quads.sort((a, b) => a.depth - b.depth);
        const most = this.swing;
        context.lineWidth = 0.6;
        for (const { r, c } of quads) {
            const p = r * columns + c;
            const height = (0.25 * scale * (this.heights[p] + this.heights[p + 1] + this.heights[p + columns] + this.heights[p + columns + 1])) / most;
            const amount = Math.min(1, Math.abs(height) * 1.1);
            const to = height >= 0 ? up : down;
            const mix = (i: number) => Math.round(flat[i] + (to[i] - flat[i]) * (0.1 + 0.8 * amount));
            const colour = `rgb(${mix(0)},${mix(1)},${mix(2)})`;
            context.beginPath();
            context.moveTo(...at(r, c));
            context.lineTo(...at(r, c + 1));
            context.lineTo(...at(r + 1, c + 1));
            context.lineTo(...at(r + 1, c));
            context.closePath();
            context.fillStyle = colour;
            context.fill();
            context.globalAlpha = 0.35;
            context.strokeStyle = colours.ring;
            context.stroke();
            context.globalAlpha = 1;
        }
        context.strokeStyle = colours.ink;
        context.lineWidth = 2.5;
        context.beginPath();
        if (form === "disc") {
            for (let c = 0; c < columns; c++) {
                const [x, y] = at(rows - 1, c);
                c ? context.lineTo(x, y) : context.moveTo(x, y);
            }
        } else {
            for (const [r, c] of [[0, 0], [0, columns - 1], [rows - 1, columns - 1], [rows - 1, 0]]) {
                const [x, y] = at(r, c);
                r || c ? context.lineTo(x, y) : context.moveTo(x, y);
            }
        }
        context.closePath();
        context.stroke();
    }
}

function clamp(x: number, low: number, high: number): number {
    return Math.max(low, Math.min(high, x));
}

function parse(colour: string): [number, number, number] {
    const value = parseInt(colour.slice(1), 16);
    return [value >> 16, (value >> 8) & 255, value & 255];
}
