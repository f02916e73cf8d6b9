import type * as z from "zod/mini";
import type { FaultReason as DefinitionReason } from "../../interview/definitions/condition-faults.ts";
import { interviewSchema } from "../../interview/definitions/interview.ts";
import { type PropertyPath, withTexts } from "../../interview/translated.ts";
import type { Language } from "../../languages.ts";
import type { DraftCard, InterviewDraft } from "./draft.ts";

/** A problem that an author has to fix before publishing a draft. */
export type DraftFault = { path: PropertyPath; reason: FaultReason };

export type FaultReason =
  | DefinitionReason
  | "text-missing"
  | "text-too-long"
  | "too-few"
  | "too-many"
  | "name-format"
  | "currency"
  | "value"
  /** A version of this or another interview uses the entry for another kind of question. */
  | "entry-taken";

/** Every entry name that any version has used, with the kinds of question that used it. */
export type EntryNames = { readonly [name: string]: readonly string[] };

/** In the order of the draft. */
export function draftFaults(draft: InterviewDraft, names: EntryNames = {}): DraftFault[] {
  const [first] = draft.languages;
  if (first === undefined) return [{ path: ["languages"], reason: "too-few" }];
  const issues = issuesIn(draft, first).map((issue) => ({ path: issue.path, reason: reasonOf(issue) }));
  return [...issues, ...takenEntries(draft, names)].sort(byPlace);
}

function reasonOf(issue: z.core.$ZodIssue): FaultReason {
  switch (issue.code) {
    case "too_small":
      return issue.origin === "string" ? "text-missing" : issue.origin === "array" ? "too-few" : "value";
    case "too_big":
      return issue.origin === "string" ? "text-too-long" : issue.origin === "array" ? "too-many" : "value";
    case "invalid_format":
      return "name-format";
    case "custom":
      return (issue.params as { reason?: FaultReason } | undefined)?.reason ?? "value";
    default:
      return "value";
  }
}

function takenEntries(draft: InterviewDraft, names: EntryNames): DraftFault[] {
  return draft.sections.flatMap(({ questions }, at) =>
    questions.flatMap((card, below) =>
      entriesOf(card)
        .filter(({ name, kind }) => Object.hasOwn(names, name) && !names[name]?.includes(kind))
        .map(({ field }) => ({
          path: ["sections", at, "questions", below, field],
          reason: "entry-taken" as const,
        })),
    ),
  );
}

function entriesOf(card: DraftCard): { field: string; name: string; kind: string }[] {
  const own = "entry" in card ? [{ field: "entry", name: card.entry, kind: card.kind }] : [];
  const written = "remarksEntry" in card ? [{ field: "remarksEntry", name: card.remarksEntry }] : [];
  return [...own, ...written.map((entry) => ({ ...entry, kind: "free-answer" }))];
}

function byPlace(one: DraftFault, other: DraftFault): number {
  const [place, otherPlace] = [placeOf(one), placeOf(other)];
  return place < otherPlace ? -1 : place > otherPlace ? 1 : 0;
}

function placeOf({ path }: DraftFault): string {
  return path.map((part) => (typeof part === "number" ? String(part).padStart(4, "0") : part)).join(".");
}

/**
 * Where a draft is malformed: a field of the wrong type or an unknown field. An author's draft may be unfinished but is
 * never malformed.
 */
export function misshapenParts(draft: unknown, languages: readonly Language[]): z.core.$ZodIssue[] {
  return languages.flatMap((language) =>
    issuesIn(draft, language).filter(({ code }) => !unfinished.has(code)),
  );
}

/** The issues that an author can cause by typing. */
const unfinished: ReadonlySet<z.core.$ZodIssue["code"]> = new Set([
  "too_small",
  "too_big",
  "invalid_format",
  "custom",
]);

/** Reads a text that is missing in the language as empty. */
function issuesIn(draft: unknown, language: Language): z.core.$ZodIssue[] {
  const { format: _, languages: __, ...interview } = draft as InterviewDraft;
  const read = withTexts(interview, (texts) => (Object.hasOwn(texts, language) ? texts[language] : ""));
  return interviewSchema.safeParse(read).error?.issues ?? [];
}
