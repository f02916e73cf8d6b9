import type { NotApplicableMark } from "./form.ts";
import { isNone } from "./none.ts";

/** The tools that a client has selected, and how one more press changes the selection. */
export type ToolSelectionEntry = NotApplicableMark & {
  selectedTools: string[];
  /** Comma-separated, in the client's words. */
  customTools: string;
  /** 1 to 5 stars by tool id. */
  toolRatings: Record<string, number>;
};

/** The tool that stands for everything that the picker does not list. */
export const OTHER_TOOL = "other";

export const noSelection: ToolSelectionEntry = { selectedTools: [], customTools: "", toolRatings: {} };

/** The selection of a client who uses none of the listed tools. The word is the same in every language. */
export const noTools: ToolSelectionEntry = {
  selectedTools: [OTHER_TOOL],
  customTools: "None",
  toolRatings: {},
};

export function isNoTools({ selectedTools, customTools }: ToolSelectionEntry): boolean {
  return (
    selectedTools.every((tool) => tool === OTHER_TOOL) && selectedTools.length > 0 && isNone(customTools)
  );
}

/** The custom tools that a client has named. "None", the mark for "None of these", is not a name. */
export function namedCustomTools({ customTools }: ToolSelectionEntry): string {
  return isNone(customTools) ? "" : customTools;
}

/** A tool that a client uses beats "None of these". */
export function withoutNoTools(selection: ToolSelectionEntry): ToolSelectionEntry {
  const used = selection.selectedTools.filter((tool) => tool !== OTHER_TOOL);
  if (!isNone(selection.customTools) || used.length === 0) return selection;
  return { ...selection, selectedTools: used, customTools: "" };
}

/** Deselecting a tool drops its rating; deselecting Other clears the custom tools (spec §4). */
export function toggleTool(before: ToolSelectionEntry, tool: string): ToolSelectionEntry {
  // selecting a tool removes "None of these"
  const selection = isNoTools(before) ? noSelection : before;
  const { selectedTools, customTools, toolRatings } = selection;
  if (!selectedTools.includes(tool)) return { ...selection, selectedTools: [...selectedTools, tool] };
  const { [tool]: _dropped, ...ratings } = toolRatings;
  return {
    selectedTools: selectedTools.filter((selected) => selected !== tool),
    customTools: tool === OTHER_TOOL ? "" : customTools,
    toolRatings: ratings,
  };
}

/** Only a listed tool that is selected has a rating. */
export function rateTool(selection: ToolSelectionEntry, tool: string, stars: number): ToolSelectionEntry {
  if (tool === OTHER_TOOL || !selection.selectedTools.includes(tool)) return selection;
  return { ...selection, toolRatings: { ...selection.toolRatings, [tool]: stars } };
}

/** Only a selected Other has custom tools. */
export function nameCustomTools(selection: ToolSelectionEntry, customTools: string): ToolSelectionEntry {
  return selection.selectedTools.includes(OTHER_TOOL) ? { ...selection, customTools } : selection;
}

export function ratingOf({ toolRatings }: ToolSelectionEntry, tool: string): number | undefined {
  return Object.hasOwn(toolRatings, tool) ? toolRatings[tool] : undefined;
}
