import * as z from "zod/mini";
import type { KindDefinition } from "./kind.ts";

/**
 * A kind that only newer pages know. Its answers are passed on unchanged, so that a save from this page loses none of
 * them.
 */
export const unknownKind: KindDefinition<unknown, object> = {
  input: () => z.looseObject({}),
  stored: z.looseObject({}),
  empty: {},
  complete: (input) =>
    Object.fromEntries(Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1))),
  isComplete: (entry) => Object.keys(entry).length > 0,
  // this page cannot read the changes, so it keeps the server's version
  merge: ({ theirs }) => ({ entry: theirs, isContested: true }),
  toFields: () => [],
  hasFixedFields: true,
  values: () => [],
};
