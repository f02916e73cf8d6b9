import { entryPlaces, formOf, type Interview, OTHER_TOOL, type QuestionOf } from "../interview/interview.ts";
import {
  type BusinessProfileEntry,
  type ClientRecord,
  completeRecord,
  completeTools,
  type Entry,
  type ToolSelectionEntry,
} from "./record.ts";
import { withoutNoTools } from "./ways-out.ts";

/**
 * What of a stored record a save must carry over, because today's interview shows it to nobody: entries that the
 * interview does not define and that the save does not name, and chosen options that it no longer lists.
 */
export function carryOver(interview: Interview, stored: ClientRecord, saved: ClientRecord): ClientRecord {
  const defined = entryPlaces(interview);
  const kept = Object.entries(stored).filter(([name]) => !defined.has(name) && !Object.hasOwn(saved, name));
  const forms = [
    ...retiredTools(formOf(interview, "tool-picker"), stored, saved),
    ...retiredProfile(formOf(interview, "business-profile"), stored, saved),
  ];
  const carried = Object.fromEntries<Entry>([...kept, ...forms]);
  return completeRecord(interview, { ...saved, ...carried }, { now: "" });
}

type CarriedForm = [entryName: string, entry: Entry][];

function retiredTools(
  picker: QuestionOf<"tool-picker"> | undefined,
  stored: ClientRecord,
  saved: ClientRecord,
): CarriedForm {
  const before = picker && (stored[picker.entry] as ToolSelectionEntry | undefined);
  if (!before) return [];
  const after = (saved[picker.entry] as ToolSelectionEntry | undefined) ?? completeTools({});
  const listed = new Set([OTHER_TOOL, ...picker.tools.map((tool) => tool.value)]);
  const retired = before.selectedTools.filter(
    (tool) => !listed.has(tool) && !after.selectedTools.includes(tool),
  );
  if (retired.length === 0) return [];
  const ratings = Object.entries(before.toolRatings).filter(([tool]) => retired.includes(tool));
  const selectedTools = [...after.selectedTools, ...retired];
  const toolRatings = { ...after.toolRatings, ...Object.fromEntries(ratings) };
  return [[picker.entry, completeTools(withoutNoTools({ ...after, selectedTools, toolRatings }))]];
}

/** A retired option gives way to another choice, not to none. */
function retiredProfile(
  form: QuestionOf<"business-profile"> | undefined,
  stored: ClientRecord,
  saved: ClientRecord,
): CarriedForm {
  const before = form && (stored[form.entry] as BusinessProfileEntry | undefined);
  if (!before) return [];
  const after = saved[form.entry] as BusinessProfileEntry | undefined;
  const retired = (["employees", "locations", "revenue"] as const).filter(
    (field) => before[field] !== "" && !form[field].options.some(({ value }) => value === before[field]),
  );
  const kept = retired.filter((field) => !after?.[field]);
  if (kept.length === 0) return [];
  const fields = Object.fromEntries(kept.map((field) => [field, before[field]]));
  return [[form.entry, { employees: "", locations: "", revenue: "", ...after, ...fields }]];
}
