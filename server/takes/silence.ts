import { setImmediate } from "node:timers/promises";
import { SAMPLES_PER_SECOND } from "./wav.ts";

/** Shorter than any word worth recording, longer than a knock on the table. */
export const HEARD_AT_LEAST_MS = 200;

const FRAME_MS = 20;
/** Telephone quality: two samples are averaged into one. That is enough for speech, and half the work. */
const RATE_HZ = SAMPLES_PER_SECOND / 2;
const FRAME_SAMPLES = (RATE_HZ * FRAME_MS) / 1_000;
/** Ten seconds of a recording. */
const FRAMES_AT_ONCE = 500;
/** Frequencies below this are mains hum. */
const HUM_BELOW_HZ = 300;
/** Room noise varies by less than this from frame to frame. */
const STANDS_OUT_DB = 7;
/** Clicks are shorter than this. */
const RUN_FRAMES = 3;
/** Below the noise of any microphone. */
const LEAST_FLOOR_DB = -80;
/** What an encoder makes of pure silence, as behind a noise gate. */
const DIGITAL_SILENCE_DB = -95;
const QUIET_SHARE = 0.1;

/**
 * How long a voice is heard, in milliseconds. Measured before any engine runs, because engines invent words for
 * silence. It uses energy alone: the loudness of a voice changes tenfold within a second, while hum, hiss and room
 * noise stay constant. So it counts how far a frame stands out from the quiet ones, not how loud it is.
 */
export async function heardMs(samples: Int16Array): Promise<number> {
  const levels = await levelsOf(samples);
  const floor = Math.max(quietLevel(levels), LEAST_FLOOR_DB);
  const stands = levels.map((level) => level > floor + STANDS_OUT_DB);
  return lengthOfRuns(stands, RUN_FRAMES) * FRAME_MS;
}

/** The level of each frame in decibels relative to full scale, without hum. */
async function levelsOf(samples: Int16Array): Promise<number[]> {
  const filters = [highPass(HUM_BELOW_HZ), highPass(HUM_BELOW_HZ)];
  const frame = new Float64Array(FRAME_SAMPLES);
  const levels: number[] = [];
  for (let start = 0; start + 2 * FRAME_SAMPLES <= samples.length; start += 2 * FRAME_SAMPLES) {
    for (let place = 0; place < FRAME_SAMPLES; place++) {
      const at = start + 2 * place;
      frame[place] = ((samples[at] ?? 0) + (samples[at + 1] ?? 0)) / 2 ** 16;
    }
    for (const filter of filters) filter(frame);
    levels.push(10 * Math.log10(powerOf(frame) + 1e-12));
    // a recording has five million samples, so this yields to let saves in between
    if (levels.length % FRAMES_AT_ONCE === 0) await setImmediate();
  }
  return levels;
}

function powerOf(frame: Float64Array): number {
  let energy = 0;
  for (const sample of frame) energy += sample * sample;
  return energy / frame.length;
}

/**
 * A second-order high-pass filter without resonance (R. Bristow-Johnson's cookbook, Q = √½), applied one frame at a
 * time.
 */
function highPass(hz: number): (frame: Float64Array) => void {
  const turn = (2 * Math.PI * hz) / RATE_HZ;
  const alpha = Math.sin(turn) * Math.SQRT1_2;
  const scale = 1 + alpha;
  const middle = -(1 + Math.cos(turn)) / scale;
  const back1 = (-2 * Math.cos(turn)) / scale;
  const back2 = (1 - alpha) / scale;
  const state = new Float64Array(4);
  return (frame) => {
    // local variables, because variables of the closure would be allocated again for each sample
    let [in1 = 0, in2 = 0, out1 = 0, out2 = 0] = state;
    for (let place = 0; place < frame.length; place++) {
      const sample = frame[place] ?? 0;
      const out = middle * (in1 - (sample + in2) / 2) - back1 * out1 - back2 * out2;
      in2 = in1;
      in1 = sample;
      out2 = out1;
      out1 = out;
      frame[place] = out;
    }
    state.set([in1, in2, out1, out2]);
  };
}

/** The level of the quiet frames. Frames of digital silence, as from a noise gate, do not count. */
function quietLevel(levels: number[]): number {
  const sorted = levels.filter((level) => level > DIGITAL_SILENCE_DB).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length * QUIET_SHARE)] ?? DIGITAL_SILENCE_DB;
}

function lengthOfRuns(marks: boolean[], atLeast: number): number {
  let total = 0;
  let run = 0;
  for (const mark of [...marks, false]) {
    if (mark) run++;
    else {
      if (run >= atLeast) total += run;
      run = 0;
    }
  }
  return total;
}
