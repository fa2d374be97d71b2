// The colours of the page for canvases, which know no style sheet.

export interface Theme {
    paper: string;
    raised: string;
    line: string;
    ink: string;
    quiet: string;
    struck: string;
    ring: string;
    stored: string;
    lost: string;
    /** The same for words, which need more contrast. */
    lostText: string;
    supplied: string;
    dark: boolean;
}

const listeners = new Set<() => void>();
let current: Theme | null = null;

export function theme(): Theme {
    if (!current) {
        const style = getComputedStyle(document.documentElement);
        const read = (name: string) => style.getPropertyValue(`--${name}`).trim();
        current = {
            paper: read("paper"),
            raised: read("raised"),
            line: read("line"),
            ink: read("ink"),
            quiet: read("quiet"),
            struck: read("struck"),
            ring: read("ring"),
            stored: read("stored"),
            lost: read("lost"),
            lostText: read("lost-text"),
            supplied: read("supplied"),
            dark: matchMedia("(prefers-color-scheme: dark)").matches,
        };
    }
    return current;
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    current = null;
    listeners.forEach((listener) => listener());
});

/** Calls when the colours change; returns what ends that. */
export function onTheme(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

const scales: Record<string, [number, number, number][]> = {
    magma: [
        [0, 0, 4], [28, 16, 68], [79, 18, 123], [129, 37, 129], [181, 54, 122],
        [229, 80, 100], [251, 135, 97], [254, 194, 135], [252, 253, 191],
    ],
};

/** 256 colours of a perceptual map, three bytes each. */
export function colourMap(name: string): Uint8Array {
    const stops = scales[name];
    const out = new Uint8Array(768);
    for (let i = 0; i < 256; i++) {
        const place = (i / 255) * (stops.length - 1);
        const low = Math.min(stops.length - 2, Math.floor(place));
        for (let c = 0; c < 3; c++) {
            out[3 * i + c] = stops[low][c] + (place - low) * (stops[low + 1][c] - stops[low][c]);
        }
    }
    return out;
}

export interface Drawing {
    context: CanvasRenderingContext2D;
    width: number;
    height: number;
}

/** Makes a canvas as fine as the screen, for a drawing in CSS pixels. */
export function prepareCanvas(canvas: HTMLCanvasElement): Drawing {
    const scale = Math.min(3, devicePixelRatio || 1);
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    const pixels = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
    if (canvas.width !== pixels[0] || canvas.height !== pixels[1]) {
        [canvas.width, canvas.height] = pixels;
    }
    const context = canvas.getContext("2d")!;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = "12px Inter, system-ui, sans-serif";
    return { context, width, height };
}

/** Draws again when the size or the colours change; returns what ends that. */
export function keepDrawn(canvas: HTMLCanvasElement, draw: () => void): () => void {
    const observer = new ResizeObserver(() => draw());
    observer.observe(canvas);
    const off = onTheme(draw);
    return () => {
        observer.disconnect();
        off();
    };
}
