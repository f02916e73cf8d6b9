import * as z from "zod/mini";
import { isBlank } from "../../text.ts";
import type { MergeVersions } from "./merge-answers.ts";
import { isNone } from "./none.ts";

/** What forms share: the mark of a question that doesn't apply, and merging field by field. */

/** The client says that the question doesn't apply; an answer removes the mark. */
export type NotApplicableMark = { notApplicable?: true };

export const notApplicableField = { notApplicable: z.optional(z.literal(true)) };

/** The mark, unless something in the form is answered. */
export function notApplicableMark(
  { notApplicable }: NotApplicableMark,
  isAnswered: boolean,
): NotApplicableMark {
  return notApplicable && !isAnswered ? { notApplicable } : {};
}

/** The side that changed the mark wins. Completing the record later removes the mark if the form has an answer. */
export function mergeMark({ base, mine, theirs }: MergeVersions<NotApplicableMark>): NotApplicableMark {
  const { notApplicable } = mine.notApplicable === base.notApplicable ? theirs : mine;
  return notApplicable ? { notApplicable } : {};
}

export type MergedField<Value> = { value: Value; isContested: boolean };

/**
 * This device's value wins over the server's, since the client sees it. But a blank never wins over a value, and "none"
 * wins only over a blank.
 */
export function mergeField<Value extends string | number | undefined>(
  versions: MergeVersions<Value>,
): MergedField<Value> {
  const { base, mine, theirs } = versions;
  if (mine === base || mine === theirs) return { value: theirs, isContested: false };
  if (theirs === base) return { value: mine, isContested: false };
  if (weightOf(mine) < weightOf(theirs)) return { value: theirs, isContested: false };
  return { value: mine, isContested: weightOf(mine) === 2 && weightOf(theirs) === 2 };
}

/** 0 for a blank field, 1 for "none", 2 for any other value. */
function weightOf(value: string | number | undefined): number {
  if (value === undefined) return 0;
  if (typeof value === "number") return 2;
  if (isBlank(value)) return 0;
  return isNone(value) ? 1 : 2;
}

/** One field in each version of a form. */
export function versionsOf<Whole, Name extends keyof Whole>(
  { base, mine, theirs }: MergeVersions<Whole>,
  name: Name,
): MergeVersions<Whole[Name]> {
  return { base: base[name], mine: mine[name], theirs: theirs[name] };
}
