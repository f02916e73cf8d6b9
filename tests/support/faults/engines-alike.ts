import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { Engine } from "../../../server/storage/engine/engine.ts";
import { sqlState } from "../../../server/storage/engine/postgres-faults.ts";
import { createDataKeyring } from "../../../server/storage/sealing/data-keys.ts";
import { NOW, testMasterKeys } from "../../../server/storage/storage.suite.ts";
import { createStorage } from "../../../server/storage/storage.ts";
import type { Side } from "../storage-calls/pool.ts";
import { allCalls, type Step } from "../storage-calls/sequence.ts";
import { readBack } from "./read-back.ts";
import { sameIds } from "./same-ids.ts";

/** Plays the same calls on two engines and finds the differences. */

/** The result of one call: its value, or the kind of its refusal. */
type Outcome = { value: unknown } | { refused: string };

/** An engine with its name, and the function that empties it before each sequence. */
export type PlayedEngine = { name: string; engine: Engine; empty(): Promise<void> };
export type Pair = { engines: [PlayedEngine, PlayedEngine]; tables: string[] };

/** A difference between two engines: the call, and the result of each. */
export class Difference extends Error {
  override name = "Difference";
}

/** Plays the sequence on both engines, both empty at first; throws a Difference. */
export async function playAlike({ engines, tables }: Pair, steps: Step[]): Promise<void> {
  const sides = await Promise.all(engines.map(freshSide));
  const ids = sameIds();
  try {
    let at = NOW;
    for (const [place, step] of steps.entries()) {
      at += step.wait;
      const outcomes: Outcome[] = [];
      for (const side of sides) {
        ids.begin(`call ${place}`);
        outcomes.push(await outcomeOf(side, step, at));
      }
      expectAlike(engines, outcomes, `call ${place + 1}, ${step.call}`);
    }
    const contents = [];
    for (const side of sides) contents.push(await readBack(side, { tables, now: at }));
    for (const what of Object.keys(contents[0] ?? {}))
      expectAlike(
        engines,
        contents.map((content) => plain(content[what])),
        `read back at the end, ${what}`,
      );
  } finally {
    ids.restore();
  }
}

async function freshSide({ engine, empty }: PlayedEngine): Promise<Side> {
  await empty();
  // makes a new keyring, because the last sequence's data keys are in the memory of that sequence's keyring
  const seals = createDataKeyring(engine, testMasterKeys());
  return { engine, seals, storage: createStorage(engine, seals), held: new Map() };
}

async function outcomeOf(side: Side, { call, args }: Step, at: number): Promise<Outcome> {
  try {
    return { value: plain(await allCalls[call]?.play(side, args, at)) };
  } catch (error) {
    return { refused: kindOf(error) };
  }
}

function expectAlike(engines: PlayedEngine[], [first, second]: unknown[], where: string): void {
  if (isDeepStrictEqual(first, second)) return;
  const lines = withoutCommon(first, second).map(
    (outcome, side) => `  ${engines[side]?.name}: ${fc.stringify(outcome)}`,
  );
  throw new Difference([where, ...lines].join("\n"));
}

/**
 * For two lists, the items that only one of them has, or both lists if only their order differs; other values as they
 * are.
 */
function withoutCommon(first: unknown, other: unknown): unknown[] {
  if (!Array.isArray(first) || !Array.isArray(other)) return [first, other];
  const [own, others] = [first, other].map((list) => new Set(list.map((item) => fc.stringify(item))));
  const differing = [
    first.filter((item) => !others?.has(fc.stringify(item))),
    other.filter((item) => !own?.has(fc.stringify(item))),
  ];
  return differing.every((list) => list.length === 0) ? [first, other] : differing;
}

/** The engines' codes for violated constraints; SQLite's are extended result codes. */
const CONSTRAINTS: { [code: string]: string } = {
  "23505": "made twice",
  "2067": "made twice",
  "1555": "made twice",
  "23503": "of nobody",
  "787": "of nobody",
  "23502": "without a value",
  "1299": "without a value",
};

/** Our own errors by name, constraints by kind, all others in full. */
function kindOf(error: unknown): string {
  const code = sqlState(error) || (error instanceof Error && "errcode" in error ? String(error.errcode) : "");
  return CONSTRAINTS[code] ?? (error instanceof Error ? `${error.name}: ${error.message}` : String(error));
}

/** Removes invisible differences between drivers: prototypes, kinds of buffers, the order of sets and maps. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString("latin1") };
  if (value instanceof Set || value instanceof Map)
    return {
      [value.constructor.name]: [...value]
        .map(plain)
        .map((one) => fc.stringify(one))
        .sort(),
    };
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}

/** The shortest sequence that shows a difference, written so that a person can replay it, and each engine's result. */
export function tellDifference({ counterexample, numRuns, errorInstance }: fc.RunDetails<[Step[]]>): string {
  let at = 0;
  const lines = (counterexample?.[0] ?? []).map(({ call, wait, args }, place) => {
    at += wait;
    const shownArgs = fc.stringify(args).replace(/x{50,}/g, (run) => `${run.length} times x`);
    return `${place + 1}. +${at} ms ${call}(${shownArgs})`;
  });
  return [`Sequence ${numRuns}, shortened:`, ...lines, String(errorInstance)].join("\n");
}
