import * as z from "zod/mini";
import { countSchema, instantSchema } from "../api/scalars.ts";
import { clientSelectionSchema, clientStates } from "./clients.ts";
import { SEARCH_QUERY_MAX_LENGTH, SEARCH_QUERY_MIN_LENGTH, SEARCH_WORDS_MAX } from "./limits.ts";
import { termsOf } from "./search-terms.ts";

/** Search in clients' answers, and in managers' follow-ups and notes about them. */

export const searchPlaces = ["answers", "follow-ups", "notes"] as const;
export type SearchPlace = (typeof searchPlaces)[number];

const querySchema = z.string().check(
  z.trim(),
  z.maxLength(SEARCH_QUERY_MAX_LENGTH),
  z.refine((query) => termsOf(query).flat().join("").length >= SEARCH_QUERY_MIN_LENGTH, {
    error: `Expected words of ${SEARCH_QUERY_MIN_LENGTH} characters or more`,
  }),
  z.refine((query) => termsOf(query).flat().length <= SEARCH_WORDS_MAX, {
    error: `Expected at most ${SEARCH_WORDS_MAX} words`,
  }),
);

export const searchRequestSchema = z.strictObject({
  /** All of its words must be found, at the beginning of words; quotes make a phrase. */
  query: querySchema,
  in: z._default(z.array(z.enum(searchPlaces)).check(z.minLength(1), z.maxLength(searchPlaces.length)), [
    ...searchPlaces,
  ]),
  /** Searches only these clients, selected as in the list; the order does not matter. */
  filter: z.optional(clientSelectionSchema),
});
export type SearchRequest = z.infer<typeof searchRequestSchema>;

export const passageKinds = ["answer", "choice", "follow-up", "note"] as const;

const passageSchema = z.object({
  /** A question's id; null for a note. */
  question: z.nullable(z.string()),
  kind: z.enum(passageKinds),
  at: instantSchema,
  /** An ellipsis stands for omitted text at either end. */
  text: z.string(),
  /** The start and end of each match in the text, in UTF-16 code units. */
  marks: z.array(z.tuple([countSchema, countSchema])),
});
export type SearchPassage = z.infer<typeof passageSchema>;

/** A client in whose answers, follow-ups and notes all words were found. */
export const searchHitSchema = z.object({
  type: z.literal("hit"),
  clientId: z.string(),
  name: z.string(),
  state: z.enum(clientStates),
  /** Higher is better; among equals, the hit whose first passage is newer comes first. */
  score: countSchema,
  /** The best passages, best first. */
  passages: z.array(passageSchema),
  /** The number of other passages. */
  more: countSchema,
});
export type SearchHit = z.infer<typeof searchHitSchema>;

/** The progress of a search. `found` counts all clients with hits, not only the best ones. */
export const searchProgressSchema = z.object({
  type: z.literal("progress"),
  searched: countSchema,
  found: countSchema,
});

/**
 * The last line. `replaced`: the same manager began another search. `failed`: the database could no longer be read.
 * `more`: the number of clients found besides the best ones. `unreadable`: the number of clients with damaged data.
 */
export const searchEndSchema = z.object({
  type: z.literal("end"),
  outcome: z.enum(["complete", "replaced", "failed"]),
  searched: countSchema,
  found: countSchema,
  more: countSchema,
  unreadable: countSchema,
});
export type SearchEnd = z.infer<typeof searchEndSchema>;

/**
 * A line of the answer. Hits arrive as they are found, in no order; a hit after the first 200 is better than the worst
 * of them, and replaces it.
 */
export const searchLineSchema = z.discriminatedUnion("type", [
  searchHitSchema,
  searchProgressSchema,
  searchEndSchema,
]);
export type SearchLine = z.infer<typeof searchLineSchema>;

/** Sorts hits, best first. */
export function compareHits(one: RankedHit, other: RankedHit): number {
  return other.score - one.score || newestOf(other) - newestOf(one);
}
type RankedHit = { score: number; passages: readonly { at: string }[] };
const newestOf = ({ passages }: RankedHit) => Date.parse(passages[0]?.at ?? "") || 0;
