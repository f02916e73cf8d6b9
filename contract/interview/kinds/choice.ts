import * as z from "zod/mini";
import { CUSTOM_TOOLS_MAX_LENGTH } from "../../limits.ts";
import { isBlank } from "../../text.ts";
import { labelOf } from "../choice.ts";
import type { QuestionOf } from "../question.ts";
import {
  mergeField,
  mergeMark,
  type NotApplicableMark,
  notApplicableField,
  notApplicableMark,
  versionsOf,
} from "./form.ts";
import type { KindDefinition } from "./kind.ts";
import { mergeList } from "./merge-list.ts";

type Question = QuestionOf<"choice">;

/** A list even if only one option can be chosen, so that an author can allow more later. */
export type ChoiceEntry = NotApplicableMark & {
  chosen: string[];
  /** What the client entered for Other, in their words. */
  other: string;
};

/** The option that stands for everything that is not listed. */
export const OTHER_OPTION = "other";

export const choice: KindDefinition<Question, ChoiceEntry> = {
  input(asked) {
    const values = new Set(asked.flatMap(({ options }) => options.map(({ value }) => value)));
    return z.strictObject({
      chosen: z.optional(
        z.array(z.enum([...values, OTHER_OPTION])).check(
          z.refine((chosen) => new Set(chosen).size === chosen.length, {
            error: "An option appears twice",
          }),
        ),
      ),
      other: z.optional(z.string().check(z.maxLength(CUSTOM_TOOLS_MAX_LENGTH))),
      ...notApplicableField,
    });
  },
  stored: z.looseObject({
    chosen: z.optional(z.array(z.string())),
    other: z.optional(z.string()),
    ...notApplicableField,
  }),
  empty: { chosen: [], other: "" },
  complete(input) {
    const { chosen = [], other = "" } = input;
    return { chosen, other, ...notApplicableMark(input, chosen.length > 0) };
  },
  isComplete: ({ chosen }) => chosen.length > 0,
  merge(versions, { max = 1 }) {
    const { base, mine, theirs } = versions;
    const other = mergeField(versionsOf(versions, "other"));
    const lists = { base: base.chosen, mine: mine.chosen, theirs: theirs.chosen };
    const chosen = max === 1 ? mergeOne(lists) : { value: mergeList(lists), isContested: false };
    return {
      entry: { chosen: chosen.value, other: other.value, ...mergeMark(versions) },
      isContested: other.isContested || chosen.isContested,
    };
  },
  /**
   * For a single choice, a saved choice replaces a retired option; for many, the retired options stay beside the saved
   * ones.
   */
  carryOver({ options, max = 1 }, stored, saved = { chosen: [], other: "" }) {
    const listed = new Set([OTHER_OPTION, ...options.map(({ value }) => value)]);
    const retired = stored.chosen.filter((value) => !listed.has(value) && !saved.chosen.includes(value));
    if (retired.length === 0 || (max === 1 && saved.chosen.length > 0)) return undefined;
    const { notApplicable: _mark, ...rest } = saved;
    return { ...rest, chosen: [...saved.chosen, ...retired] };
  },
  toFields({ options }, { chosen, other }) {
    const words = chosen.map((value) =>
      value === OTHER_OPTION && !isBlank(other) ? other.trim() : labelOf(options, value),
    );
    return [{ kind: "chosen", texts: words }];
  },
  hasFixedFields: true,
  values: ({ chosen }) => chosen,
  options: ({ options }) => ({ chosen: options }),
};

/** The form after one more press. The text for Other is cleared when Other is not chosen. */
export function chooseOption(before: ChoiceEntry, value: string, max: 1 | "many"): ChoiceEntry {
  const rest = before.chosen.filter((chosen) => chosen !== value);
  const isChosen = rest.length < before.chosen.length;
  const several = isChosen ? rest : [...before.chosen, value];
  const chosen = max === 1 ? [value] : several;
  return { ...before, chosen, other: chosen.includes(OTHER_OPTION) ? before.other : "" };
}

/** This device's choice wins, since the client sees it. Any choice wins over an empty one. */
function mergeOne({ base, mine, theirs }: { [Side in "base" | "mine" | "theirs"]: string[] }) {
  const one = mergeField({ base: base[0] ?? "", mine: mine[0] ?? "", theirs: theirs[0] ?? "" });
  return { value: one.value === "" ? [] : [one.value], isContested: one.isContested };
}
