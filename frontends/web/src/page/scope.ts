// What is heard: the wave of the last instant and its spectrum, with axes.

import { keepDrawn, prepareCanvas, theme } from "./theme";

const LOW = 50;
const HIGH = 20000;
const FLOOR = -100;
const CEILING = -10;

export class Scope {
    private readonly off: (() => void)[];
    private analyser: AnalyserNode | null = null;
    private wave = new Float32Array(2048);
    private spectrum = new Float32Array(4096);
    private hold = new Float32Array(0);
    private frame = 0;

    constructor(
        private readonly waveCanvas: HTMLCanvasElement,
        private readonly spectrumCanvas: HTMLCanvasElement,
    ) {
        this.off = [keepDrawn(waveCanvas, () => this.drawWave()), keepDrawn(spectrumCanvas, () => this.drawSpectrum())];
    }

    listen(analyser: AnalyserNode): void {
        this.analyser = analyser;
        this.spectrum = new Float32Array(analyser.frequencyBinCount);
        cancelAnimationFrame(this.frame);
        const next = () => {
            this.drawWave();
            this.drawSpectrum();
            this.frame = requestAnimationFrame(next);
        };
        next();
    }

    close(): void {
        cancelAnimationFrame(this.frame);
        this.off.forEach((end) => end());
    }

    private drawWave(): void {
        const { context, width, height } = prepareCanvas(this.waveCanvas);
        const colours = theme();
        const middle = height / 2;
        context.strokeStyle = colours.line;
        context.beginPath();
        context.moveTo(0, middle);
        context.lineTo(width, middle);
        context.stroke();
        if (!this.analyser) {
            return;
        }
        this.analyser.getFloatTimeDomainData(this.wave);
        let start = 0;
        for (let i = 1; i < 1024; i++) {
            if (this.wave[i - 1] <= 0 && this.wave[i] > 0) {
                start = i;
                break;
            }
        }
        context.strokeStyle = colours.ring;
        context.lineWidth = 1.75;
        context.beginPath();
        for (let x = 0; x <= width; x++) {
            const value = this.wave[start + Math.floor((x / width) * 1000)];
            const y = middle - Math.tanh(2 * value) * 0.92 * middle;
            x ? context.lineTo(x, y) : context.moveTo(x, y);
        }
        context.stroke();
    }

    private drawSpectrum(): void {
        const { context, width, height } = prepareCanvas(this.spectrumCanvas);
        const colours = theme();
        const left = 34;
        const bottom = height - 18;
        const x = (frequency: number) => left + ((width - left) * Math.log(frequency / LOW)) / Math.log(HIGH / LOW);
        const y = (level: number) => 4 + ((bottom - 4) * (CEILING - Math.max(FLOOR, Math.min(CEILING, level)))) / (CEILING - FLOOR);
        context.fillStyle = colours.quiet;
        context.strokeStyle = colours.line;
        context.lineWidth = 1;
        context.textAlign = "center";
        for (const frequency of [100, 1000, 10000]) {
            context.beginPath();
            context.moveTo(x(frequency), 4);
            context.lineTo(x(frequency), bottom);
            context.stroke();
            context.fillText(frequency < 1000 ? `${frequency} Hz` : `${frequency / 1000} kHz`, x(frequency), height - 4);
        }
        context.textAlign = "right";
        for (const level of [-20, -60, -100]) {
            context.beginPath();
            context.moveTo(left, y(level));
            context.lineTo(width, y(level));
            context.stroke();
            context.fillText(level === -20 ? "−20 dB" : `−${-level}`, level === -20 ? left + 8 : left - 4, y(level) + (level === FLOOR ? -2 : 4));
        }
        if (!this.analyser) {
            return;
        }
        this.analyser.getFloatFrequencyData(this.spectrum);
        const hertz = this.analyser.context.sampleRate / this.analyser.fftSize;
        const columns = Math.max(1, Math.floor(width - left));
        if (this.hold.length !== columns) {
            this.hold = new Float32Array(columns).fill(FLOOR);
        }
        context.beginPath();
        context.moveTo(left, bottom);
        for (let c = 0; c < columns; c++) {
            const from = (LOW * Math.pow(HIGH / LOW, c / columns)) / hertz;
            const to = (LOW * Math.pow(HIGH / LOW, (c + 1) / columns)) / hertz;
            let level = FLOOR;
            for (let bin = Math.floor(from); bin <= Math.max(Math.floor(from), Math.floor(to)) && bin < this.spectrum.length; bin++) {
                level = Math.max(level, this.spectrum[bin]);
            }
            this.hold[c] = Math.max(level, this.hold[c] - 0.35);
            context.lineTo(left + c, y(level));
        }
        context.lineTo(width, bottom);
        context.closePath();
        context.globalAlpha = 0.22;
        context.fillStyle = colours.ring;
        context.fill();
        context.globalAlpha = 1;
        context.strokeStyle = colours.struck;
        context.beginPath();
        this.hold.forEach((level, c) => (c ? context.lineTo(left + c, y(level)) : context.moveTo(left + c, y(level))));
        context.stroke();
    }
}
