/* Every sound of the page, made of tones and noise as it is played: there are no recordings. A voice puts its
 * nodes between now and the output; they are gone when they have sounded. */
import type { Sound } from "../ui/sound";

type Voice = (c: BaseAudioContext, out: AudioNode, at: number, step: number) => void;

/** A second of noise, the same every time. */
const noises = new WeakMap<BaseAudioContext, AudioBuffer>();

function noiseOf(c: BaseAudioContext): AudioBuffer {
    let buffer = noises.get(c);
    if (!buffer) {
        buffer = c.createBuffer(1, c.sampleRate, c.sampleRate);
        const samples = buffer.getChannelData(0);
        for (let i = 0, s = 1; i < samples.length; i++) {
            s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
            samples[i] = s / 2 ** 31 - 1;
        }
        noises.set(c, buffer);
    }
    return buffer;
}

/** Loud at once, then dying away. */
function fading(c: BaseAudioContext, out: AudioNode, at: number, peak: number, length: number) {
    const gain = c.createGain();
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(peak, at + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    gain.connect(out);
    return gain;
}

interface Tone {
    at: number;
    hertz: number;
    peak: number;
    length: number;
    /** Where the tone ends, if it bends. */
    to?: number;
}

function tone(c: BaseAudioContext, out: AudioNode, { at, hertz, peak, length, to }: Tone): void {
    const source = c.createOscillator();
    source.frequency.setValueAtTime(hertz, at);
    if (to) source.frequency.exponentialRampToValueAtTime(to, at + length);
    source.connect(fading(c, out, at, peak, length));
    source.start(at);
    source.stop(at + length);
}

interface Hiss extends Tone {
    /** How narrow the band is. */
    sharp: number;
}

function hiss(c: BaseAudioContext, out: AudioNode, h: Hiss): void {
    const source = c.createBufferSource();
    source.buffer = noiseOf(c);
    const band = c.createBiquadFilter();
    band.type = "bandpass";
    band.Q.value = h.sharp;
    band.frequency.setValueAtTime(h.hertz, h.at);
    if (h.to) band.frequency.exponentialRampToValueAtTime(h.to, h.at + h.length);
    source.connect(band).connect(fading(c, out, h.at, h.peak, h.length));
    // Not always the same stretch of it.
    source.start(h.at, (h.at * 7.3) % 0.7, h.length);
}

/** A string that is struck. */
function string(c: BaseAudioContext, out: AudioNode, at: number, hertz: number, peak: number) {
    for (const [part, weight, length] of [
        [1, 1, 0.9],
        [2.003, 0.42, 0.6],
        [3.01, 0.2, 0.4],
        [5.04, 0.09, 0.2],
    ])
        tone(c, out, { at, hertz: hertz * part, peak: peak * weight, length });
    hiss(c, out, { at, hertz: 3200, sharp: 1, peak: peak * 0.25, length: 0.03 });
}

/** Steps of a scale upwards from D, for what is counted one after the other. */
const SCALE = [0, 2, 3, 7, 8, 12, 14, 15, 19, 20, 24];
const note = (step: number) => 293.66 * 2 ** (SCALE[step % SCALE.length] / 12);

const block = (c: BaseAudioContext, out: AudioNode, at: number, pitch: number, peak: number) => {
    tone(c, out, { at, hertz: 410 * pitch, to: 360 * pitch, peak, length: 0.09 });
    tone(c, out, { at, hertz: 1130 * pitch, peak: peak * 0.4, length: 0.045 });
    hiss(c, out, { at, hertz: 1800 * pitch, sharp: 0.8, peak: peak * 0.7, length: 0.03 });
};

const ring = (c: BaseAudioContext, out: AudioNode, at: number, pitch: number, peak: number) => {
    for (const [hertz, weight, length] of [
        [3140, 1, 0.32],
        [4730, 0.7, 0.24],
        [7210, 0.35, 0.14],
    ])
        tone(c, out, { at, hertz: hertz * pitch, peak: peak * weight, length });
};

export const VOICES: Record<Sound, Voice> = {
    dice: (c, out, at) => {
        const hits = [0, 0.05, 0.11, 0.15, 0.22, 0.31, 0.38, 0.47];
        for (const [i, when] of hits.entries())
            block(c, out, at + when, 1.5 + 0.35 * ((i * 5) % 3), 0.3 * 0.88 ** i);
    },
    wood: (c, out, at) => block(c, out, at, 1, 0.4),
    coin: (c, out, at) => {
        ring(c, out, at, 1, 0.1);
        ring(c, out, at + 0.07, 1.09, 0.08);
    },
    card: (c, out, at) => {
        hiss(c, out, { at, hertz: 1500, to: 5200, sharp: 0.9, peak: 0.3, length: 0.13 });
        block(c, out, at + 0.12, 0.7, 0.12);
    },
    turn: (c, out, at) => {
        string(c, out, at, note(3), 0.16);
        string(c, out, at + 0.13, note(5), 0.18);
    },
    score: (c, out, at, step) => string(c, out, at, note(step), 0.2),
    gong: (c, out, at) => {
        for (const [hertz, weight, length] of [
            [98, 1, 1.6],
            [147.3, 0.6, 1.2],
            [233, 0.35, 0.9],
            [311, 0.2, 0.6],
        ])
            tone(c, out, { at, hertz, peak: 0.24 * weight, length });
    },
};

let context: AudioContext | null = null;
let output: GainNode | null = null;

/** Plays a sound so and so many seconds from now; `loud` is 0 to 1. */
export function play(name: Sound, loud: number, delay: number, step: number): void {
    context ??= new AudioContext();
    if (!output) {
        output = context.createGain();
        output.connect(context.destination);
    }
    if (context.state === "suspended") void context.resume();
    // Ears hear loudness by its square.
    output.gain.value = loud * loud;
    VOICES[name](context, output, context.currentTime + 0.01 + delay, step);
}
