import { OTHER_TOOL } from "../interview/interview.ts";
import type { ToolSelectionEntry, WebsiteEntry } from "./record.ts";

/** What the address field holds for a client without a website. It is never a link. */
export const NO_WEBSITE = "none";

/** What the custom tools hold, in every language, for a client who uses none of the listed tools. */
const NO_TOOLS = "None";

/** Whether an address says that the client has no website. A client may also type the word. */
export function isNoWebsite(url: WebsiteEntry["url"]): boolean {
  return isNone(url);
}

/** The selection of a client who uses none of the listed tools. */
export const noTools: ToolSelectionEntry = {
  selectedTools: [OTHER_TOOL],
  customTools: NO_TOOLS,
  toolRatings: {},
};

/** Whether a selection says that the client uses none of the listed tools. */
export function isNoTools({ selectedTools, customTools }: ToolSelectionEntry): boolean {
  return (
    selectedTools.every((tool) => tool === OTHER_TOOL) && selectedTools.length > 0 && isNone(customTools)
  );
}

/** The custom tools that a client has named. The mark for "None of these" is no name. */
export function namedCustomTools({ customTools }: ToolSelectionEntry): string {
  return isNone(customTools) ? "" : customTools;
}

/** A tool that a client uses beats "None of these". */
export function withoutNoTools(selection: ToolSelectionEntry): ToolSelectionEntry {
  const used = selection.selectedTools.filter((tool) => tool !== OTHER_TOOL);
  if (!isNone(selection.customTools) || used.length === 0) return selection;
  return { ...selection, selectedTools: used, customTools: "" };
}

/** Whether a text stands for nothing at all, as `NO_WEBSITE` and the custom tools of `noTools` do. */
export function isNone(text: string): boolean {
  return text.trim().toLowerCase() === NO_WEBSITE;
}
