import { OTHER_TOOL } from "../interview/interview.ts";
import { emptyForms } from "./answer.ts";
import type { ToolSelectionEntry } from "./record.ts";
import { isNoTools } from "./ways-out.ts";

/** Deselecting a tool drops its rating; deselecting Other clears the custom tools (spec §4). */
export function toggleTool(before: ToolSelectionEntry, tool: string): ToolSelectionEntry {
  // picking a tool lifts "None of these"
  const selection = isNoTools(before) ? emptyForms.toolSelection : before;
  const { selectedTools, customTools, toolRatings } = selection;
  if (!selectedTools.includes(tool)) return { ...selection, selectedTools: [...selectedTools, tool] };
  const { [tool]: _dropped, ...ratings } = toolRatings;
  return {
    selectedTools: selectedTools.filter((selected) => selected !== tool),
    customTools: tool === OTHER_TOOL ? "" : customTools,
    toolRatings: ratings,
  };
}
