import type * as z from "zod/mini";
import type { Choice } from "../choice.ts";
import type { MergeVersions } from "./merge-answers.ts";
import type { RecordedAnswer } from "./recorded-answer.ts";
import type { YesNo } from "./yes-no.ts";

/** How a question of one kind is answered. Everything that differs between kinds is here, except their screens. */
export type KindDefinition<Question, Entry, Input = Partial<Entry>> = {
  /**
   * The schema of the entry in a save. `asked` has every question, of the current interview and earlier ones, that uses
   * this entry.
   */
  input(asked: Question[]): z.ZodMiniType;
  /** The schema for reading a stored entry, whatever values were allowed when it was saved. */
  stored: z.ZodMiniType;
  empty: Entry;
  /** Whether a page sends the entry even if it is empty (spec §3). */
  sendsEmpty?: true;
  /** The entry with all its fields. Equal contents give equal results, including key order. */
  complete(input: Input, context: CompletionContext): Entry;
  /** Whether the entry counts as an answer. Not called for one that says "doesn't apply". */
  isComplete(entry: Entry, question: Question): boolean;
  /** Merges two devices' versions, which differ from each other and from the base. */
  merge(versions: MergeVersions<Entry>, question: Question): MergedEntry<Entry>;
  /** The saved entry plus stored values that the question no longer offers; undefined without any. */
  carryOver?(question: Question, stored: Entry, saved: Entry | undefined): Entry | undefined;
  /** Every field, filled in or not, in the order of the card. */
  toFields(question: Question, entry: Entry): FormField[];
  /** Whether every entry has the same fields, so that each can be a column of a table. */
  hasFixedFields: boolean;
  /** The values that conditions of later questions compare with. */
  values(entry: Entry): string[];
  /** The number of fields of an answered form that are still worth filling in. */
  countOpen?(entry: Entry): number;
  /** The available options, by the name of the field that stores the choice. */
  options?(question: Question): { [field: string]: Choice[] };
};

export type CompletionContext = {
  /** The entry name; `section` and `question` are ids. */
  name: string;
  section: string;
  question: string;
  /** ISO 8601; stands in for a missing timestamp. */
  now: string;
  /** The written answers stored under this name. */
  stored: RecordedAnswer[];
};

export type MergedEntry<Entry> = {
  entry: Entry;
  /** Whether both sides changed the same answer or field differently. */
  isContested: boolean;
  /** Answers beyond the limit of the question's list; almost always empty. */
  leftOver?: RecordedAnswer[];
};

/**
 * One field of a form, as the client filled it in. Labels and chosen options are in the interview's words; the code
 * that shows the field supplies any others.
 */
export type FormField =
  /** `text` is empty if nothing was chosen. */
  | { kind: "choice"; label: string; text: string }
  /** A tool in use; 1 to 5 stars if it was rated. */
  | { kind: "tool"; label: string; stars: number | undefined }
  /** The client says that the question doesn't apply; then it is the only field. */
  | { kind: "not-applicable" }
  /** In the client's words. */
  | { kind: "other-tools"; text: string }
  /** The client uses none of the listed tools. */
  | { kind: "no-tools" }
  | { kind: "url"; text: string }
  /** The client has no website yet. */
  | { kind: "no-website" }
  /** 1 to 10; undefined if the slider was not touched. */
  | { kind: "satisfaction"; points: number | undefined }
  | WholeField;

/** The only field of its question, so it needs no label. */
export type WholeField =
  | { kind: "text"; text: string }
  | { kind: "chosen"; texts: string[] }
  | { kind: "yes-no"; value: YesNo }
  | { kind: "scale"; value: number | undefined; max: number }
  /** A day or a month (ISO 8601), or empty. */
  | { kind: "date"; value: string };
