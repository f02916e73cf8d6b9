import type { Question, QuestionKind, QuestionOf } from "../question.ts";
import { type BusinessProfileEntry, businessProfile } from "./business-profile.ts";
import { freeAnswer, type WrittenEntry, type WrittenInput } from "./free-answer.ts";
import type { Kind } from "./kind.ts";
import { toolPicker } from "./tool-picker.ts";
import type { ToolSelectionEntry } from "./tool-selection.ts";
import { type WebsiteEntry, website } from "./website.ts";

/** What is stored for a question of each kind. */
type Entries = {
  "free-answer": WrittenEntry;
  "business-profile": BusinessProfileEntry;
  "tool-picker": ToolSelectionEntry;
  website: WebsiteEntry;
};
export type EntryOf<Name extends QuestionKind> = Entries[Name];
export type Entry = EntryOf<QuestionKind>;
/** What a form holds; written answers are no form. */
export type FormEntry = Exclude<Entry, WrittenEntry>;
/** What a save may hold of an entry. */
export type EntryInput = Partial<FormEntry> | WrittenInput;

const kinds = {
  "free-answer": freeAnswer,
  "business-profile": businessProfile,
  "tool-picker": toolPicker,
  website,
} satisfies { [Name in QuestionKind]: Kind<QuestionOf<Name>, EntryOf<Name>, never> };

export const questionKinds = Object.keys(kinds) as QuestionKind[];

/** Forgets which kind it is: a caller passes on questions and entries of the kind that it names. */
export function kindNamed(name: QuestionKind): Kind<Question, Entry, EntryInput> {
  return kinds[name] as unknown as Kind<Question, Entry, EntryInput>;
}
