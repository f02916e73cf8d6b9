import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { HEARD_AT_LEAST_MS, heardMs } from "./silence.ts";
import { SAMPLES_PER_SECOND, samplesOf, wavOf } from "./wav.ts";

const SPOKEN = join(import.meta.dirname, "../../tests/speech/answer.wav");
const speech = samplesOf(readFileSync(SPOKEN)) ?? new Int16Array();
const SECONDS = 5;

type Sound = (second: number) => number;
const FULL = 32_767;
/** Five seconds of a signal with values from -1 to 1. */
const soundOf = (sound: Sound) =>
  Int16Array.from({ length: SECONDS * SAMPLES_PER_SECOND }, (_, place) =>
    Math.round(sound(place / SAMPLES_PER_SECOND) * FULL),
  );
/** Speech that is softer by this many decibels, with another sound in the background. */
const spoken = (decibels: number, behind: Sound = () => 0) =>
  speech.map((sample, place) =>
    Math.round(sample * 10 ** (decibels / 20) + behind(place / SAMPLES_PER_SECOND) * FULL),
  );

/** Random numbers that are the same each time. */
function randomOf(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state / 2_147_483_647) * 2 - 1;
  };
}
const white = (level: number): Sound => {
  const random = randomOf();
  return () => random() * level;
};
/** Mains hum with its overtones. */
const hum: Sound = (second) =>
  [1, 2, 3, 5].reduce((sum, n) => sum + (0.1 / n ** 3) * Math.sin(2 * Math.PI * 50 * n * second), 0);

describe("speech is found in", () => {
  test.each<[string, Int16Array]>([
    ["speech", spoken(0)],
    ["quiet speech", spoken(-30)],
    ["speech that one has to turn up for", spoken(-40)],
    ["speech in a noisy room", spoken(0, white(0.01))],
    ["speech over hum", spoken(-6, hum)],
    [
      "one word after four seconds of nothing",
      Int16Array.from([...new Int16Array(64_000), ...speech.slice(0, 12_000)]),
    ],
  ])("%s", async (_name, samples) => {
    expect(await heardMs(samples)).toBeGreaterThanOrEqual(HEARD_AT_LEAST_MS);
  });

  test("speech for about as long as it lasts", async () => {
    const lastsMs = (speech.length / SAMPLES_PER_SECOND) * 1_000;
    const ms = await heardMs(speech);
    expect(ms).toBeGreaterThan(lastsMs * 0.7);
    expect(ms).toBeLessThanOrEqual(lastsMs);
  });
});

describe("no speech is found in", () => {
  const DIT = 0.02;
  test.each<[string, Int16Array]>([
    ["nothing at all", new Int16Array()],
    ["less than a frame", speech.slice(0, 100)],
    ["digital silence", soundOf(() => 0)],
    ["the smallest noise there is", soundOf(white(1 / FULL))],
    ["the noise of a room", soundOf(white(0.003))],
    ["loud noise", soundOf(white(0.3))],
    ["noise that begins late, as when a microphone warms up", soundOf((s) => (s < 1 ? 0 : white(0.003)(s)))],
    ["hum", soundOf(hum)],
    ["a tone", soundOf((s) => 0.5 * Math.sin(2 * Math.PI * 1_000 * s))],
    ["a constant offset", soundOf(() => 0.3)],
    ["a knock on the table each second", soundOf((s) => (s % 1 < DIT ? white(0.5)(s) : 0))],
  ])("%s", async (_name, samples) => {
    expect(await heardMs(samples)).toBeLessThan(HEARD_AT_LEAST_MS);
  });
});

test("while the longest take is measured, other work goes on", async () => {
  const longest = new Int16Array(305 * SAMPLES_PER_SECOND).map(
    (_, place) => speech[place % speech.length] ?? 0,
  );
  let isDone = false;
  let turns = 0;
  const measured = heardMs(longest).finally(() => {
    isDone = true;
  });
  for (; !isDone; turns++) await setImmediate();
  expect(await measured).toBeGreaterThan(100_000);
  expect(turns).toBeGreaterThan(20);
});

describe("a WAV file", () => {
  test("gives its samples, also after other chunks", () => {
    const wav = wavOf(Int16Array.of(1, -2, 32_767, -32_768));
    const more = Buffer.from("LIST\x03\0\0\0abc\0", "latin1");
    const longer = Buffer.concat([wav.subarray(0, 36), more, wav.subarray(36)]);
    for (const file of [wav, longer]) expect(samplesOf(file)).toEqual(Int16Array.of(1, -2, 32_767, -32_768));
  });

  test.each<[string, Buffer]>([
    ["nothing", Buffer.alloc(0)],
    ["a text", Buffer.from("RIFF and so on")],
    ["its first bytes alone", wavOf(new Int16Array(9)).subarray(0, 30)],
  ])("is not read from %s", (_name, file) => {
    expect(samplesOf(file)).toBeUndefined();
  });

  test("that is cut off gives the samples that are there", () => {
    expect(samplesOf(wavOf(Int16Array.of(1, 2, 3)).subarray(0, 47))).toEqual(Int16Array.of(1));
  });
});
