// Measures of sounds: the frequencies of the strongest partials, and the levels of octaves.

/** The spectrum of samples with a Hann window, a power of two long. */
export function spectrum(samples) {
    let n = 1;
    while (2 * n <= samples.length) {
        n *= 2;
    }
    const re = new Float64Array(n);
    const im = new Float64Array(n);
    for (let i = 0; i < n; i++) {
        re[i] = samples[i] * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / n));
    }
    for (let i = 1, j = 0; i < n; i++) {
        let bit = n >> 1;
        for (; j & bit; bit >>= 1) {
            j ^= bit;
        }
        j ^= bit;
        if (i < j) {
            [re[i], re[j]] = [re[j], re[i]];
        }
    }
    for (let length = 2; length <= n; length *= 2) {
        for (let k = 0; k < length / 2; k++) {
            const c = Math.cos((-2 * Math.PI * k) / length);
            const s = Math.sin((-2 * Math.PI * k) / length);
            for (let i = k; i < n; i += length) {
                const j = i + length / 2;
                const x = re[j] * c - im[j] * s;
                const y = re[j] * s + im[j] * c;
                re[j] = re[i] - x;
                im[j] = im[i] - y;
                re[i] += x;
                im[i] += y;
            }
        }
    }
    return Float64Array.from({ length: n / 2 }, (_, i) => Math.hypot(re[i], im[i]));
}

/** Frequencies of the strongest partials [Hz], by a parabola through the logarithms of three bins. */
export function partials(samples, rate, count) {
    const s = spectrum(samples);
    const hertz = rate / (2 * s.length);
    const peaks = [];
    for (let i = Math.ceil(40 / hertz); i < s.length - 2; i++) {
        if (s[i] > s[i - 1] && s[i] >= s[i + 1] && s[i] > s[i - 2] && s[i] > s[i + 2]) {
            const [a, b, c] = [s[i - 1], s[i], s[i + 1]].map(Math.log);
            peaks.push({ level: b, frequency: (i + (0.5 * (a - c)) / (a - 2 * b + c)) * hertz });
        }
    }
    return peaks.sort((a, b) => b.level - a.level).slice(0, count).map((peak) => peak.frequency);
}

/** Levels of the bands from 62.5 Hz on, an octave each [dB], over pieces of 1.4 s. */
export function octaves(samples, rate) {
    const piece = 65536;
    const powers = Array(8).fill(1e-30);
    for (let from = 0; from + piece <= samples.length; from += piece / 2) {
        spectrum(samples.subarray(from, from + piece)).forEach((size, bin) => {
            const band = Math.floor(Math.log2(((bin + 0.5) * rate) / piece / 62.5));
            if (band >= 0 && band < powers.length) {
                powers[band] += size * size;
            }
        });
    }
    return powers.map((power) => 10 * Math.log10(power));
}
