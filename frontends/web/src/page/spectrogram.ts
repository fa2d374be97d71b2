// A spectrogram over a logarithmic scale of frequencies.

const SIZE = 4096;
export const LOW = 50;
export const HIGH = 20000;
export const RANGE = 90; // dB

/** Levels below the loudest [dB], column by column, from the lowest frequency up. */
export function spectrogram(samples: Float32Array, rate: number, columns: number, rows: number): Float32Array {
    const re = new Float64Array(SIZE);
    const im = new Float64Array(SIZE);
    const window = Float64Array.from({ length: SIZE }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SIZE));
    const cosine = Float64Array.from({ length: SIZE / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / SIZE));
    const sine = Float64Array.from({ length: SIZE / 2 }, (_, i) => -Math.sin((2 * Math.PI * i) / SIZE));
    const power = new Float64Array(SIZE / 2);
    const out = new Float32Array(columns * rows);
    const hertz = rate / SIZE;
    let most = 1e-30;
    for (let c = 0; c < columns; c++) {
        const centre = Math.round(((c + 0.5) * samples.length) / columns);
        for (let i = 0; i < SIZE; i++) {
            re[i] = (samples[centre - SIZE / 2 + i] ?? 0) * window[i];
            im[i] = 0;
        }
        transform(re, im, cosine, sine);
        for (let i = 0; i < SIZE / 2; i++) {
            power[i] = re[i] * re[i] + im[i] * im[i];
            most = Math.max(most, power[i]);
        }
        for (let r = 0; r < rows; r++) {
            const from = (LOW * Math.pow(HIGH / LOW, r / rows)) / hertz;
            const to = (LOW * Math.pow(HIGH / LOW, (r + 1) / rows)) / hertz;
            let value = 0;
            for (let bin = Math.floor(from); bin <= Math.max(Math.floor(from), Math.floor(to)) && bin < SIZE / 2; bin++) {
                value = Math.max(value, power[bin]);
            }
            out[c * rows + r] = value;
        }
    }
    for (let i = 0; i < out.length; i++) {
        out[i] = 10 * Math.log10(Math.max(out[i] / most, 1e-12));
    }
    return out;
}

function transform(re: Float64Array, im: Float64Array, cosine: Float64Array, sine: Float64Array): void {
    for (let i = 1, j = 0; i < SIZE; i++) {
        let bit = SIZE >> 1;
        for (; j & bit; bit >>= 1) {
            j ^= bit;
        }
        j ^= bit;
        if (i < j) {
            [re[i], re[j]] = [re[j], re[i]];
        }
    }
    for (let length = 2; length <= SIZE; length *= 2) {
        const half = length / 2;
        const step = SIZE / length;
        for (let start = 0; start < SIZE; start += length) {
            for (let k = 0; k < half; k++) {
                const c = cosine[k * step];
                const s = sine[k * step];
                const i = start + k;
                const j = i + half;
                const x = re[j] * c - im[j] * s;
                const y = re[j] * s + im[j] * c;
                re[j] = re[i] - x;
                im[j] = im[i] - y;
                re[i] += x;
                im[i] += y;
            }
        }
    }
}
