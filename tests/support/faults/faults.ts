import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "vitest";

/** What the fault tests have in common: how often, by which seed, and where their figures go. */

const FIGURES = join(import.meta.dirname, "../../../test-results/faults");
/** Set for `npm run test:long` and `npm run test:security`. */
export const isLong = process.env.FAULTS === "long";

/** CI runs the short form; `npm run test:long` the whole. */
export function trials(short: number, long: number): number {
  return isLong ? long : short;
}

/** Of many cases every so many-th, others at the next turn; the long form has all of them at each. */
export function shareOf<Case>(
  cases: readonly Case[],
  { every, turn }: { every: number; turn: number },
): Case[] {
  return cases.filter((_, place) => (place + turn) % trials(every, 1) === 0);
}

/** Chosen anew for each run unless FAULT_SEED names one. */
export const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Said by a test that fails, so that it can be run again as it was. */
export function tellSeed({ onTestFailed }: TestContext): void {
  onTestFailed(() => console.error(`FAULT_SEED=${seed} chooses the same again`));
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
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
  /** Of the list of promises: "P1". */
  promise: string;
  /** "kill -9 of the server under 50 writers" */
  fault: string;
  trials: number;
  losses: number;
  /** What else was measured, in a few words: "41,210 saves acknowledged, restart 0.4 s". */
  note?: string;
};

/** Leaves the figure where the long run collects it. */
export function recordFigure(figure: FaultFigure): void {
  mkdirSync(FIGURES, { recursive: true });
  const name = `${figure.promise}-${figure.fault}`.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  writeFileSync(join(FIGURES, `${name}.json`), `${JSON.stringify({ ...figure, seed, isLong }, null, 2)}\n`);
}
