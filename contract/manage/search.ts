import * as z from "zod/mini";
import { countSchema, instantSchema } from "../api/scalars.ts";
import { clientSelectionSchema, clientStates } from "./clients.ts";
import { SEARCH_QUERY_MAX_LENGTH, SEARCH_QUERY_MIN_LENGTH, SEARCH_WORDS_MAX } from "./limits.ts";
import { termsOf } from "./search-terms.ts";

/** A search in what clients have answered, and in what managers have written about it. */

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
  /** All of its words are in what is found, at the beginning of words; quotes make a phrase. */
  query: querySchema,
  in: z._default(z.array(z.enum(searchPlaces)).check(z.minLength(1), z.maxLength(searchPlaces.length)), [
    ...searchPlaces,
  ]),
  /** Of these clients alone, as the list selects them; the order plays no part. */
  filter: z.optional(clientSelectionSchema),
});
export type SearchRequest = z.infer<typeof searchRequestSchema>;

export const passageKinds = ["answer", "choice", "follow-up", "note"] as const;

const passageSchema = z.object({
  /** A question's id; null for a note. */
  question: z.nullable(z.string()),
  kind: z.enum(passageKinds),
  at: instantSchema,
  /** What is left out at an end is an ellipsis. */
  text: z.string(),
  /** What was found: where it begins and ends in the text, in UTF-16 code units. */
  marks: z.array(z.tuple([countSchema, countSchema])),
});
export type SearchPassage = z.infer<typeof passageSchema>;

/** A client in whose answers, follow-ups and notes all words were found. */
export const searchHitSchema = z.object({
  type: z.literal("hit"),
  clientId: z.string(),
  name: z.string(),
  state: z.enum(clientStates),
  /** The higher, the better; among equals, the one with the newest first passage is better. */
  score: countSchema,
  /** The best ones, best first. */
  passages: z.array(passageSchema),
  /** How many other passages were found. */
  more: countSchema,
});
export type SearchHit = z.infer<typeof searchHitSchema>;

/** How far a search is. `found` counts all clients with hits, those beyond the best ones too. */
export const searchProgressSchema = z.object({
  type: z.literal("progress"),
  searched: countSchema,
  found: countSchema,
});

/**
 * The last line. `replaced`: the same manager began another search. `failed`: the database could not be read any more.
 * `more`: how many clients were found beside the best ones. `unreadable`: of how many clients something is damaged.
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
 * A line of the answer. Hits come as they are found, in no order; one that comes after the first 200 is better than the
 * worst of those, and takes its place.
 */
export const searchLineSchema = z.discriminatedUnion("type", [
  searchHitSchema,
  searchProgressSchema,
  searchEndSchema,
]);
export type SearchLine = z.infer<typeof searchLineSchema>;

/** Whether one hit stands before another. */
export function compareHits(one: RankedHit, other: RankedHit): number {
  return other.score - one.score || newestOf(other) - newestOf(one);
}
type RankedHit = { score: number; passages: readonly { at: string }[] };
const newestOf = ({ passages }: RankedHit) => Date.parse(passages[0]?.at ?? "") || 0;
