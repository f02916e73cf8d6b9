import * as z from "zod/mini";
import type { Kind } from "./kind.ts";

/**
 * A kind that only a newer page knows. Its answers are passed on as they are, so that a save of this page loses none of
 * them.
 */
export const unknownKind: Kind<unknown, object> = {
  input: () => z.looseObject({}),
  stored: z.looseObject({}),
  empty: {},
  complete: (input) =>
    Object.fromEntries(Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1))),
  isComplete: (entry) => Object.keys(entry).length > 0,
  // what was changed cannot be read here, so nothing that was saved is replaced
  merge: ({ theirs }) => ({ entry: theirs, isContested: true }),
  toFields: () => [],
  hasFixedFields: true,
  values: () => [],
};
