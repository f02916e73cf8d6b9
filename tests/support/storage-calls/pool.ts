import fc from "fast-check";
import type { StorageEvent } from "../../../server/storage/audit/events.ts";
import type { Scope } from "../../../server/storage/clients/scope.ts";
import type { Engine } from "../../../server/storage/engine/engine.ts";
import type { TakenJob } from "../../../server/storage/outbox/jobs.ts";
import type { DataKeyring } from "../../../server/storage/sealing/data-keys.ts";
import type { Storage } from "../../../server/storage/storage.ts";

/** The material of a sequence's calls: few ids, so that calls meet, and texts that databases treat differently. */

/** One engine while a sequence is played on it. */
export type Side = {
  engine: Engine;
  seals: DataKeyring;
  storage: Storage;
  /** The jobs that were taken, by key; their leases may be lost by now. */
  held: Map<string, TakenJob>;
};

/** One call of the storage: its generated arguments, and how it is played at an instant. */
export type Call = {
  args: fc.Arbitrary<unknown>;
  play(side: Side, args: unknown, at: number): Promise<unknown>;
};

export function call<Args>(
  args: fc.Arbitrary<Args>,
  play: (side: Side, args: Args, at: number) => Promise<unknown>,
): Call {
  return { args, play: (side, given, at) => play(side, given as Args, at) };
}

const nothing = fc.constant({});

/** A call without arguments. */
export const plainCall = (play: (side: Side, at: number) => Promise<unknown>): Call =>
  call(nothing, (side, _args, at) => play(side, at));

/** Sorts items whose order is not promised. */
export function unordered<Item>(items: Iterable<Item>): Item[] {
  return [...items].toSorted((one, other) => (fc.stringify(one) < fc.stringify(other) ? -1 : 1));
}

/** Repeats a step until nothing is left, for work in an undefined order; returns how much work it was. */
export async function untilNone(step: () => Promise<number | boolean>): Promise<number> {
  let done = 0;
  for (let result = await step(); result; result = await step()) done += Number(result);
  return done;
}

export const CLIENTS = ["cl_0a", "cl_a0", "cl_ff"];
export const MANAGERS = ["mg_01", "mg_0a", "mg_f0"];
export const KEYS = ["0KEY1", "AKEY2", "ZKEY3", "ZKEY4"];
export const TOKENS = ["t0", "ta", "tf"];
export const TAKES = ["take-0", "take-a", "take-f"];
export const QUESTIONS = ["about-you", "aboutyou", "website-info"];
export const SECTIONS = ["money", "money-admin", "website"];
export const WEBHOOKS = ["wh_0", "wh_f"];

/** Mostly the first value, so that calls meet at it; the others are there to be mistaken for it. */
export function mostly<Value>(first: Value, ...others: Value[]): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(first) }, fc.constantFrom(first, ...others));
}
const oneOf = ([first = "", ...others]: string[]) => mostly(first, ...others);

export const clientId = oneOf(CLIENTS);
export const managerId = oneOf(MANAGERS);
export const keyId = oneOf(KEYS);
export const token = oneOf(TOKENS);
export const takeId = oneOf(TAKES);
export const questionId = oneOf(QUESTIONS);
export const webhookId = oneOf(WEBHOOKS);
export const takeName = fc.record({ clientId, takeId });
export const scope: fc.Arbitrary<Scope> = fc.oneof(
  fc.constant("all" as const),
  managerId.map((id) => ({ managerId: id })),
);

/** Whole numbers around the limits of columns and drivers. */
export const whole = fc.constantFrom(0, 1, 7, 2 ** 31 - 1, 2 ** 31, 2 ** 32 + 5, 2 ** 45);
export const seldom = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
export const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 2 });

export const SECOND = 1_000;
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** The wait from one call to the next, in milliseconds. */
export const wait = fc.constantFrom(0, 0, 0, 0, 1, 1, SECOND, 61 * SECOND, 2 * HOUR, DAY, 40 * DAY);
/** How long something is valid after a call, in milliseconds; sometimes it ends at once. */
export const life = fc.constantFrom(0, 1, SECOND, DAY, 40 * DAY, 100 * DAY, 100 * DAY);

/** Names that alphabets sort, fold and match differently; the contract accepts all of them. */
const NAMES = [
  "Rosa's Bakery",
  "rosa bakery",
  "ROSA BAKERY",
  "rosa-bakery",
  "rosabakery",
  "Zoe",
  "anna",
  "Ánton & Söhne",
  "Anton",
  "ÅNGSTRÖM",
  "Æble",
  "İıſß",
  "STRASSE",
  "straße",
  "ñandú",
  "nandu",
  "ﬁsh ０１２",
  "fish 012",
  "100%_sure\\",
  "100 percent",
  "a_b",
  "a%b",
  "a\\b",
  "Ωmega",
  "Жук",
  "жук",
  "ёж",
  "你好",
  "👩‍👩‍👧‍👦 Family",
  "🇩🇪",
  "\u{ffff}x",
  "  two  blanks ",
  "it's; drop table clients--",
  "10",
  "9",
  "",
];
export const name = fc.constantFrom(...NAMES);
export const email = fc.constantFrom(
  "rosa@example.com",
  "r_sa@example.com",
  "r%@example.com",
  "söhne@b.example",
);

const graphemes = new Intl.Segmenter("en");
/** Parts of names in either case, and characters that must not act as wildcards. */
export const search = fc.oneof(
  fc
    .tuple(fc.constantFrom(...NAMES), fc.nat(4), fc.integer({ min: 1, max: 6 }), fc.boolean())
    .map(([whole, first, length, isUpper]) => {
      const part = [...graphemes.segment(whole)].map(({ segment }) => segment).slice(first, first + length);
      return isUpper ? part.join("").toUpperCase() : part.join("");
    }),
  email,
  fc.constantFrom("%", "_", "\\", "\\%", "'", "", "  ", "ß", "ss", "İ", "EXAMPLE", "\ud83d", "a\u0000b"),
);

/** Texts of all kinds, as sealed bodies hold them. */
export const text = fc.constantFrom("one", "two", "", "👍🏽\u0000x", "\ud83d", "x".repeat(3_000));

export const anEvent = (
  kind: StorageEvent["kind"],
  at: number,
  more: Partial<StorageEvent> = {},
): StorageEvent => ({
  at,
  kind,
  actor: "operator",
  ...more,
});
