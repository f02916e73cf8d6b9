import { expect } from "@playwright/test";
import { randomOf, seed, trials } from "./faults.ts";

/** A walk of random acts on a page, with the words that were typed on the page. */
export type Walk = {
  words: TypedWord[];
  /** The number of words typed so far. */
  count: number;
  /** Returns a number from 0 up to 1. */
  random: () => number;
};

/** `at`: when the word's last key was pressed. */
export type TypedWord = { word: string; at: number };
export type WeightedAct<On extends Walk> = readonly [
  weight: number,
  name: string,
  act: (walk: On) => Promise<unknown>,
];

export const ACTS_SHORT = 150;
export const ACTS_LONG = 2_000;

export function newWalk(): Walk {
  return { words: [], count: 0, random: randomOf(seed) };
}

export function pick<One>({ random }: Walk, from: readonly [One, ...One[]]): One {
  return from[Math.floor(random() * from.length)] ?? from[0];
}

/** A word that occurs once in the whole walk. */
export function newWord(walk: Walk): string {
  walk.count += 1;
  return `w${walk.count}x`;
}

/** Performs random acts, and checks after each that the page still shows every word. */
export async function walkAtRandom<On extends Walk>(
  walk: On,
  acts: readonly WeightedAct<On>[],
  shownText: () => Promise<ReadonlySet<string>>,
): Promise<number> {
  const tickets = acts.flatMap((act) => Array.from({ length: act[0] }, () => act));
  const done: string[] = [];
  const count = trials(ACTS_SHORT, ACTS_LONG);
  for (let each = 0; each < count; each++) {
    const [, name, act] = tickets[Math.floor(walk.random() * tickets.length)] ?? [];
    if (!name || !act) throw new Error("There is no act");
    done.push(name);
    await act(walk);
    const at = `seed ${seed}, act ${each}, after ${done.slice(-6).join(", ")}`;
    const lost = async () => {
      const text = await shownText();
      return walk.words.filter(({ word }) => !text.has(word)).map(({ word }) => word);
    };
    await expect.poll(lost, { message: `words lost; ${at}` }).toEqual([]);
  }
  return count;
}
