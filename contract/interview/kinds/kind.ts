import type * as z from "zod/mini";
import type { Choice } from "../choice.ts";
import type { Versions } from "./merge-answers.ts";
import type { RecordedAnswer } from "./recorded-answer.ts";
import type { YesNo } from "./yes-no.ts";

/** How a question of one kind is answered. Whatever differs between kinds, save their screens, is here. */
export type Kind<Question, Entry, Input = Partial<Entry>> = {
  /** What a save may hold; `asked` is every question, of today's interview and of earlier ones, that has this entry. */
  input(asked: Question[]): z.ZodMiniType;
  /** The shape in which a stored entry is read, whatever its values were allowed to be when it was saved. */
  stored: z.ZodMiniType;
  empty: Entry;
  /** Whether a page sends the entry also while it is empty (spec §3). */
  sendsEmpty?: true;
  /** The full form of what was saved or stored. Equal contents give equal results, key order included. */
  complete(input: Input, completing: Completing): Entry;
  /** Whether the question counts as answered. An entry that says "doesn't apply" is not asked. */
  isComplete(entry: Entry, question: Question): boolean;
  /** Two devices' versions, which differ from each other and from the base. */
  merge(versions: Versions<Entry>, question: Question): MergedEntry<Entry>;
  /** The saved entry with what is stored and the question no longer offers; undefined where there is nothing of that. */
  carryOver?(question: Question, stored: Entry, saved: Entry | undefined): Entry | undefined;
  /** Every field, filled in or not, in the order of the card. */
  toFields(question: Question, entry: Entry): FormField[];
  /** Whether every entry has the same fields, so that each can be a column of a table. */
  hasFixedFields: boolean;
  /** What the conditions of later questions compare with. */
  values(entry: Entry): string[];
  /** How many fields of an answered form are worth filling in, too. */
  countOpen?(entry: Entry): number;
  /** What can be chosen, by the name of the field that stores it. */
  options?(question: Question): { [field: string]: Choice[] };
};

export type Completing = {
  /** The entry name, and the ids of section and question. */
  name: string;
  section: string;
  question: string;
  /** ISO 8601; stands in for a missing timestamp. */
  now: string;
  /** The written answers that are stored under this name. */
  stored: RecordedAnswer[];
};

export type MergedEntry<Entry> = {
  entry: Entry;
  /** Whether an answer or a field was changed differently on both sides. */
  isContested: boolean;
  /** Answers that the question's list had no room for. Almost always none. */
  leftOver?: RecordedAnswer[];
};

/**
 * One field of a form, as the client filled it in. Labels and chosen options are in the interview's words; any
 * other words come from the code that shows the field.
 */
export type FormField =
  /** `text` is empty where nothing was chosen. */
  | { kind: "choice"; label: string; text: string }
  /** A tool in use; 1 to 5 stars where it was rated. */
  | { kind: "tool"; label: string; stars: number | undefined }
  /** The client says that the question doesn't apply; the only field then. */
  | { kind: "not-applicable" }
  /** In the client's words. */
  | { kind: "other-tools"; text: string }
  /** The client uses none of the listed tools. */
  | { kind: "no-tools" }
  | { kind: "url"; text: string }
  /** The client has no website yet. */
  | { kind: "no-website" }
  /** 1 to 10, where the slider was touched. */
  | { kind: "satisfaction"; points: number | undefined }
  | WholeField;

/** The only field of its question, which needs no other label. */
export type WholeField =
  | { kind: "text"; text: string }
  | { kind: "chosen"; texts: string[] }
  | { kind: "yes-no"; value: YesNo }
  | { kind: "scale"; value: number | undefined; max: number }
  /** A day or a month (ISO 8601), or empty. */
  | { kind: "date"; value: string };
