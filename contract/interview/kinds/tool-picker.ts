import * as z from "zod/mini";
import { CUSTOM_TOOLS_MAX_LENGTH, TOOL_RATING_MAX, TOOL_RATING_MIN } from "../../limits.ts";
import { isBlank } from "../../text.ts";
import { labelOf } from "../choice.ts";
import type { QuestionOf } from "../question.ts";
import {
  type MergedField,
  mergeField,
  mergeMark,
  notApplicableField,
  notApplicableMark,
  versionsOf,
} from "./form.ts";
import type { FormField, KindDefinition } from "./kind.ts";
import type { MergeVersions } from "./merge-answers.ts";
import { mergeList } from "./merge-list.ts";
import { NONE } from "./none.ts";
import {
  isNoTools,
  namedCustomTools,
  noSelection,
  OTHER_TOOL,
  ratingOf,
  type ToolSelectionEntry,
  withoutNoTools,
} from "./tool-selection.ts";

type Question = QuestionOf<"tool-picker">;

export const toolPicker: KindDefinition<Question, ToolSelectionEntry> = {
  input(asked) {
    const tools = [...new Set(asked.flatMap((form) => form.tools.map((tool) => tool.value)))];
    const rating = z.int().check(z.minimum(TOOL_RATING_MIN), z.maximum(TOOL_RATING_MAX));
    return z.strictObject({
      selectedTools: z.optional(
        z.array(z.enum([...tools, OTHER_TOOL])).check(
          z.refine((selected) => new Set(selected).size === selected.length, {
            error: "A tool appears twice",
          }),
        ),
      ),
      customTools: z.optional(z.string().check(z.maxLength(CUSTOM_TOOLS_MAX_LENGTH))),
      toolRatings: z.optional(z.partialRecord(z.enum(tools), rating)),
      ...notApplicableField,
    });
  },

  stored: z.looseObject({
    selectedTools: z.optional(z.array(z.string())),
    customTools: z.optional(z.string()),
    toolRatings: z.optional(z.record(z.string(), z.number())),
    ...notApplicableField,
  }),

  empty: noSelection,
  sendsEmpty: true,

  complete(input) {
    const { selectedTools = [], customTools = "", toolRatings = {} } = input;
    const ratings = Object.entries(toolRatings).sort(([one], [other]) => (one < other ? -1 : 1));
    return {
      selectedTools,
      customTools,
      toolRatings: Object.fromEntries(ratings),
      ...notApplicableMark(input, selectedTools.length > 0),
    };
  },

  isComplete: ({ selectedTools }) => selectedTools.length > 0,

  merge(versions) {
    const { base, mine, theirs } = versions;
    const selectedTools = mergeSelection(versions);
    const isDropped = (tool: string) => base.selectedTools.includes(tool) && !selectedTools.includes(tool);
    const rated = new Set([mine, theirs].flatMap(({ toolRatings }) => Object.keys(toolRatings)));
    const ratings = [...rated].map((tool) => {
      const rating = {
        base: ratingOf(base, tool),
        mine: ratingOf(mine, tool),
        theirs: ratingOf(theirs, tool),
      };
      return { tool, ...(isDropped(tool) ? onlyShared(rating, undefined) : mergeField(rating)) };
    });
    const custom = versionsOf(versions, "customTools");
    const customTools = isDropped(OTHER_TOOL) ? onlyShared(custom, "") : mergeField(custom);
    const toolRatings = ratings.flatMap(({ tool, value }) => (value === undefined ? [] : [[tool, value]]));
    const merged = {
      selectedTools,
      customTools: customTools.value,
      toolRatings: Object.fromEntries(toolRatings),
      ...mergeMark(versions),
    };
    return {
      entry: isNoneBeaten(mine, theirs) ? withoutNone(merged, isNoTools(mine) ? theirs : mine) : merged,
      isContested: [customTools, ...ratings].some(({ isContested }) => isContested),
    };
  },

  /** Retired tools come after the saved ones, with their ratings. */
  carryOver({ tools }, stored, saved = noSelection) {
    const listed = new Set([OTHER_TOOL, ...tools.map((tool) => tool.value)]);
    const retired = stored.selectedTools.filter(
      (tool) => !listed.has(tool) && !saved.selectedTools.includes(tool),
    );
    if (retired.length === 0) return undefined;
    const ratings = Object.entries(stored.toolRatings).filter(([tool]) => retired.includes(tool));
    const selectedTools = [...saved.selectedTools, ...retired];
    const toolRatings = { ...saved.toolRatings, ...Object.fromEntries(ratings) };
    return withoutNoTools({ ...saved, selectedTools, toolRatings });
  },

  /** In the order in which the client chose them. Custom tools come last, as on the card. */
  toFields({ tools }, selection) {
    if (isNoTools(selection)) return [{ kind: "no-tools" }];
    const { selectedTools, toolRatings } = selection;
    const picked = selectedTools.filter((tool) => tool !== OTHER_TOOL);
    const rated = picked.map(
      (tool): FormField => ({ kind: "tool", label: labelOf(tools, tool), stars: toolRatings[tool] }),
    );
    const other: FormField = { kind: "other-tools", text: namedCustomTools(selection) };
    const hasOther = selectedTools.includes(OTHER_TOOL) || !isBlank(other.text);
    return hasOther ? [...rated, other] : rated;
  },

  hasFixedFields: false,
  values: (selection) => (isNoTools(selection) ? [NONE] : selection.selectedTools),

  options: ({ tools }) => ({ selectedTools: tools }),
};

/** Whether one side's "None of these" gives way to the other side's tools. If a side has both itself, both are kept. */
function isNoneBeaten(...sides: ToolSelectionEntry[]): boolean {
  return sides.some(isNoTools) && sides.every((side) => withoutNoTools(side) === side);
}

/** Keeps what the other side entered for Other, since "None of these" did not refer to that. */
function withoutNone(merged: ToolSelectionEntry, other: ToolSelectionEntry): ToolSelectionEntry {
  const lifted = withoutNoTools(merged);
  if (lifted === merged || !other.selectedTools.includes(OTHER_TOOL)) return lifted;
  return { ...merged, customTools: other.customTools };
}

function mergeSelection(versions: MergeVersions<ToolSelectionEntry>): string[] {
  const { base } = versions;
  return mergeList(versionsOf(versions, "selectedTools"), (tool, holder) =>
    isRevised(tool, base, versions[holder]),
  );
}

/** Whether this side has since rated or described the tool; then the other side's deselecting does not count. */
function isRevised(tool: string, before: ToolSelectionEntry, after: ToolSelectionEntry): boolean {
  if (tool === OTHER_TOOL) return after.customTools !== before.customTools && !isBlank(after.customTools);
  const rating = ratingOf(after, tool);
  return rating !== undefined && rating !== ratingOf(before, tool);
}

/** The rating or text of a deselected tool goes with it, unless both sides still have the same one. */
function onlyShared<Value>({ mine, theirs }: MergeVersions<Value>, none: Value): MergedField<Value> {
  return { value: mine === theirs ? mine : none, isContested: false };
}
