import {
  type EntryPlace,
  entryPlaces,
  type Interview,
  OTHER_TOOL,
  type QuestionKind,
} from "../interview/interview.ts";
import { isBlank } from "../text.ts";
import { mergeAnswers, type Versions } from "./merge-answers.ts";
import {
  type BusinessProfileEntry,
  type ClientRecord,
  completeRecord,
  type Entry,
  type RecordedAnswer,
  type ToolSelectionEntry,
  type WebsiteEntry,
  type WrittenEntry,
} from "./record.ts";
import { isNone, isNoTools, withoutNoTools } from "./ways-out.ts";

/** The record as it was synced last (none yet: undefined), as it is on this device, and as it is on the server. */
export type MergeInput = { base: ClientRecord | undefined; mine: ClientRecord; theirs: ClientRecord };
export type Merged = {
  record: ClientRecord;
  /** Entry names, in the interview's order, of which an answer or a field was changed differently on both sides. */
  contested: string[];
  /** Answers that a question's list had no room for, by entry name; the caller keeps them elsewhere. Almost always empty. */
  leftOver: { [entryName: string]: RecordedAnswer[] };
};

/**
 * Two devices' versions of a record become one (decision 9). It is in full form, with a form if one side has it and
 * without empty lists. An entry that the interview does not define is passed on as it is, theirs before mine.
 */
export function mergeRecords(interview: Interview, { base = {}, mine, theirs }: MergeInput): Merged {
  const either = { ...mine, ...theirs };
  const places = entryPlaces(interview);
  const full = (record: ClientRecord) => fullRecord(interview, record);
  const records = { base: full(base), mine: full(mine), theirs: full(theirs) };
  const merged = [...places.values()]
    .filter(({ name }) => Object.hasOwn(either, name))
    .map((place) => ({ name: place.name, ...mergeEntry(place, records) }));
  const passedOn = Object.entries(either).filter(([name]) => !places.has(name));
  const shown = merged
    .filter(({ entry }) => !("responses" in entry) || entry.responses.length > 0)
    .map(({ name, entry }): [string, Entry] => [name, entry]);
  const leftOver = merged
    .filter((part) => part.leftOver.length > 0)
    .map((part): [string, RecordedAnswer[]] => [part.name, part.leftOver]);
  return {
    record: completeRecord(interview, Object.fromEntries([...shown, ...passedOn]), { now: "" }),
    contested: merged.filter(({ isContested }) => isContested).map(({ name }) => name),
    leftOver: Object.fromEntries(leftOver),
  };
}

/** With every entry of the interview: a missing one counts as an empty one. */
function fullRecord(interview: Interview, record: ClientRecord): ClientRecord {
  const emptyEntry = (kind: QuestionKind) => (kind === "free-answer" ? { responses: [] } : {});
  const empty = [...entryPlaces(interview).values()].map(({ name, kind }) => [name, emptyEntry(kind)]);
  return completeRecord(interview, { ...Object.fromEntries(empty), ...record }, { now: "" });
}

type MergedEntry = { entry: Entry; isContested: boolean; leftOver: RecordedAnswer[] };
type MergedForm = Omit<MergedEntry, "leftOver">;

function mergeEntry({ name, kind }: EntryPlace, records: Versions<ClientRecord>): MergedEntry {
  const { base, mine, theirs } = versionsOf(records, name) as Versions<Entry>;
  // to the letter, so that order and timestamps survive where only one side has touched them
  const isAlike = (one: Entry, other: Entry) => JSON.stringify(one) === JSON.stringify(other);
  if (isAlike(mine, base)) return { entry: theirs, isContested: false, leftOver: [] };
  if (isAlike(theirs, base)) return { entry: mine, isContested: false, leftOver: [] };
  if (kind === "free-answer") return mergeWritten({ base, mine, theirs } as Versions<WrittenEntry>);
  return { ...mergeForm(kind, { base, mine, theirs }), leftOver: [] };
}

function versionsOf<Whole, Name extends keyof Whole>(
  { base, mine, theirs }: Versions<Whole>,
  name: Name,
): Versions<Whole[Name]> {
  return { base: base[name], mine: mine[name], theirs: theirs[name] };
}

function mergeWritten(versions: Versions<WrittenEntry>): MergedEntry {
  const { answers, ...merged } = mergeAnswers(versionsOf(versions, "responses"));
  return { entry: { ...versions.theirs, responses: answers }, ...merged };
}

function mergeForm(kind: Exclude<QuestionKind, "free-answer">, versions: Versions<Entry>): MergedForm {
  switch (kind) {
    case "business-profile":
      return mergeProfile(versions as Versions<BusinessProfileEntry>);
    case "tool-picker":
      return mergeTools(versions as Versions<ToolSelectionEntry>);
    case "website":
      return mergeWebsite(versions as Versions<WebsiteEntry>);
  }
}

function mergeProfile(versions: Versions<BusinessProfileEntry>): MergedForm {
  const employees = mergeField(versionsOf(versions, "employees"));
  const locations = mergeField(versionsOf(versions, "locations"));
  const revenue = mergeField(versionsOf(versions, "revenue"));
  return {
    entry: {
      employees: employees.value,
      locations: locations.value,
      revenue: revenue.value,
      ...mergeMark(versions),
    },
    isContested: [employees, locations, revenue].some(({ isContested }) => isContested),
  };
}

function mergeWebsite(versions: Versions<WebsiteEntry>): MergedForm {
  const url = mergeField(versionsOf(versions, "url"));
  const satisfaction = mergeField<number | undefined>(versionsOf(versions, "satisfaction"));
  return {
    entry: {
      url: url.value,
      ...(satisfaction.value !== undefined && { satisfaction: satisfaction.value }),
      ...mergeMark(versions),
    },
    isContested: url.isContested || satisfaction.isContested,
  };
}

type Form = BusinessProfileEntry | ToolSelectionEntry | WebsiteEntry;

/** Completing the record removes the mark where the other side has an answer. */
function mergeMark({ base, mine, theirs }: Versions<Form>): Pick<Form, "notApplicable"> {
  const { notApplicable } = mine.notApplicable === base.notApplicable ? theirs : mine;
  return notApplicable ? { notApplicable } : {};
}

type MergedField<Value> = { value: Value; isContested: boolean };

/**
 * Mine wins over theirs: it is in front of the client. Neither wins over a value by being blank, and "none" wins over
 * nothing but a blank.
 */
function mergeField<Value extends string | number | undefined>(
  versions: Versions<Value>,
): MergedField<Value> {
  const { base, mine, theirs } = versions;
  if (mine === base || mine === theirs) return { value: theirs, isContested: false };
  if (theirs === base) return { value: mine, isContested: false };
  if (weightOf(mine) < weightOf(theirs)) return { value: theirs, isContested: false };
  return { value: mine, isContested: weightOf(mine) === 2 && weightOf(theirs) === 2 };
}

/** 0 for a field that was left open, 1 for one that says "none", 2 for a value. */
function weightOf(value: string | number | undefined): number {
  if (value === undefined) return 0;
  if (typeof value === "number") return 2;
  if (isBlank(value)) return 0;
  return isNone(value) ? 1 : 2;
}

function mergeTools(versions: Versions<ToolSelectionEntry>): MergedForm {
  const { base, mine, theirs } = versions;
  const selectedTools = mergeSelection(versions);
  const isDropped = (tool: string) => base.selectedTools.includes(tool) && !selectedTools.includes(tool);
  const rated = new Set([mine, theirs].flatMap(({ toolRatings }) => Object.keys(toolRatings)));
  const ratings = [...rated].map((tool) => {
    const rating = { base: ratingOf(base, tool), mine: ratingOf(mine, tool), theirs: ratingOf(theirs, tool) };
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
    entry: isNoneBeaten(mine, theirs) ? withoutNoTools(merged) : merged,
    isContested: [customTools, ...ratings].some(({ isContested }) => isContested),
  };
}

/** Whether "None of these" of one side gives way to the other's tools. A side that says both itself keeps both. */
function isNoneBeaten(...sides: ToolSelectionEntry[]): boolean {
  return sides.some(isNoTools) && sides.every((side) => withoutNoTools(side) === side);
}

function mergeSelection({ base, mine, theirs }: Versions<ToolSelectionEntry>): string[] {
  const isSelected = (tool: string, holder: ToolSelectionEntry, other: ToolSelectionEntry) =>
    other.selectedTools.includes(tool) || !base.selectedTools.includes(tool) || isRevised(tool, base, holder);
  const added = mine.selectedTools.filter((tool) => !theirs.selectedTools.includes(tool));
  return [
    ...theirs.selectedTools.filter((tool) => isSelected(tool, theirs, mine)),
    ...added.filter((tool) => isSelected(tool, mine, theirs)),
  ];
}

/** Whether more was said about this tool than before; then the other side's deselecting does not count. */
function isRevised(tool: string, before: ToolSelectionEntry, after: ToolSelectionEntry): boolean {
  if (tool === OTHER_TOOL) return after.customTools !== before.customTools && !isBlank(after.customTools);
  const rating = ratingOf(after, tool);
  return rating !== undefined && rating !== ratingOf(before, tool);
}

function ratingOf({ toolRatings }: ToolSelectionEntry, tool: string): number | undefined {
  return Object.hasOwn(toolRatings, tool) ? toolRatings[tool] : undefined;
}

/** What was said about a deselected tool leaves with it, unless both sides still have it. */
function onlyShared<Value>({ mine, theirs }: Versions<Value>, none: Value): MergedField<Value> {
  return { value: mine === theirs ? mine : none, isContested: false };
}
