// WAV files, 24 bits, and how loud a sound is.

export function wav(channels: Float32Array[], rate: number): ArrayBuffer {
    const frames = channels[0].length;
    const width = 3 * channels.length;
    const out = new DataView(new ArrayBuffer(44 + frames * width));
    const word = (at: number, text: string) => Array.from(text).forEach((c, i) => out.setUint8(at + i, c.charCodeAt(0)));
    word(0, "RIFF");
    out.setUint32(4, 36 + frames * width, true);
    word(8, "WAVEfmt ");
    out.setUint32(16, 16, true);
    out.setUint16(20, 1, true);
    out.setUint16(22, channels.length, true);
    out.setUint32(24, rate, true);
    out.setUint32(28, rate * width, true);
    out.setUint16(32, width, true);
    out.setUint16(34, 24, true);
    word(36, "data");
    out.setUint32(40, frames * width, true);
    let at = 44;
    for (let i = 0; i < frames; i++) {
        for (const channel of channels) {
            const value = Math.max(-8388608, Math.min(8388607, Math.round(8388608 * channel[i])));
            out.setUint16(at, value & 0xffff, true);
            out.setInt8(at + 2, value >> 16);
            at += 3;
        }
    }
    return out.buffer;
}

/** Two second-order filters in place: the head and the weighting of ITU-R BS.1770-4, for any rate. */
function weighted(samples: Float32Array, rate: number): Float64Array {
    const out = Float64Array.from(samples);
    const pass = (b: number[], a: number[]) => {
        let z1 = 0;
        let z2 = 0;
        for (let i = 0; i < out.length; i++) {
            const x = out[i];
            const y = b[0] * x + z1;
            z1 = b[1] * x - a[0] * y + z2;
            z2 = b[2] * x - a[1] * y;
            out[i] = y;
        }
    };
    let k = Math.tan((Math.PI * 1681.974450955533) / rate);
    let q = 0.7071752369554196;
    const high = Math.pow(10, 3.999843853973347 / 20);
    const middle = Math.pow(high, 0.4996667741545416);
    let norm = 1 + k / q + k * k;
    pass(
        [(high + (middle * k) / q + k * k) / norm, (2 * (k * k - high)) / norm, (high - (middle * k) / q + k * k) / norm],
        [(2 * (k * k - 1)) / norm, (1 - k / q + k * k) / norm],
    );
    k = Math.tan((Math.PI * 38.13547087602444) / rate);
    q = 0.5003270373238773;
    norm = 1 + k / q + k * k;
    pass([1, -2, 1], [(2 * (k * k - 1)) / norm, (1 - k / q + k * k) / norm]);
    return out;
}

/** Integrated loudness by ITU-R BS.1770-4 [LUFS]; a sound shorter than 0.4 s counts as one block. */
export function loudness(channels: Float32Array[], rate: number): number {
    const filtered = channels.map((channel) => weighted(channel, rate));
    const frames = channels[0].length;
    const block = Math.min(frames, Math.round(0.4 * rate));
    const hop = Math.round(0.1 * rate);
    const powers: number[] = [];
    for (let from = 0; from + block <= frames; from += hop) {
        let sum = 0;
        for (const channel of filtered) {
            for (let i = from; i < from + block; i++) {
                sum += channel[i] * channel[i];
            }
        }
        powers.push(sum / block);
    }
    const level = (list: number[]) => -0.691 + 10 * Math.log10(list.reduce((sum, power) => sum + power, 0) / list.length);
    const loud = powers.filter((power) => -0.691 + 10 * Math.log10(power) > -70);
    if (!loud.length) {
        return -Infinity;
    }
    const gate = level(loud) - 10;
    return level(loud.filter((power) => -0.691 + 10 * Math.log10(power) > gate));
}
