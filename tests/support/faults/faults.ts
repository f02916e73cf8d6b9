import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "vitest";

/** What the fault tests share: the number of trials, the seed, and where their figures go. */

const FIGURES = join(import.meta.dirname, "../../../test-results/faults");
/** Set for `npm run test:long` and `npm run test:security`. */
export const isLong = process.env.FAULTS === "long";

/** CI runs the short form; `npm run test:long` runs the long one. */
export function trials(short: number, long: number): number {
  return isLong ? long : short;
}

/** Every n-th of many cases, different ones at each turn; the long form takes all cases each time. */
export function shareOf<Case>(
  cases: readonly Case[],
  { every, turn }: { every: number; turn: number },
): Case[] {
  return cases.filter((_, place) => (place + turn) % trials(every, 1) === 0);
}

/** Random for each run unless FAULT_SEED sets it. */
export const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Prints the seed when a test fails, so that the same run can be repeated. */
export function tellSeed({ onTestFailed }: TestContext): void {
  onTestFailed(() => console.error(`FAULT_SEED=${seed} chooses the same again`));
}

/** Numbers from 0 up to 1, always the same for one seed (mulberry32). */
export function randomOf(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One row of the table in docs/reliability.md. */
export type FaultFigure = {
  /** The number in the list of promises: "P1". */
  promise: string;
  /** The fault: "kill -9 of the server under 50 writers". */
  fault: string;
  trials: number;
  losses: number;
  /** Further measurements in a few words: "41,210 saves acknowledged, restart 0.4 s". */
  note?: string;
};

/** Writes the figure to the folder from which the long run collects it. */
export function recordFigure(figure: FaultFigure): void {
  mkdirSync(FIGURES, { recursive: true });
  const name = `${figure.promise}-${figure.fault}`.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const on = new Date().toISOString().slice(0, 10);
  const text = JSON.stringify({ ...figure, seed, on, isLong }, null, 2);
  writeFileSync(join(FIGURES, `${name}.json`), `${text}\n`);
}
