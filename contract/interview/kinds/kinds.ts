import type { Question, QuestionKind, QuestionOf } from "../question.ts";
import { type BusinessProfileEntry, businessProfile } from "./business-profile.ts";
import { type ChoiceEntry, choice } from "./choice.ts";
import { type DateEntry, date } from "./date.ts";
import { freeAnswer, type WrittenEntry, type WrittenInput } from "./free-answer.ts";
import type { KindDefinition } from "./kind.ts";
import { type ScaleEntry, scale } from "./scale.ts";
import { type ShortTextEntry, shortText } from "./short-text.ts";
import { toolPicker } from "./tool-picker.ts";
import type { ToolSelectionEntry } from "./tool-selection.ts";
import { unknownKind } from "./unknown-kind.ts";
import { type WebsiteEntry, website } from "./website.ts";
import { type YesNoEntry, yesNo } from "./yes-no.ts";

/** What is stored for a question of each kind. */
type Entries = {
  "free-answer": WrittenEntry;
  "business-profile": BusinessProfileEntry;
  "tool-picker": ToolSelectionEntry;
  website: WebsiteEntry;
  "short-text": ShortTextEntry;
  choice: ChoiceEntry;
  "yes-no": YesNoEntry;
  scale: ScaleEntry;
  date: DateEntry;
};
export type EntryOf<Name extends QuestionKind> = Entries[Name];
export type Entry = EntryOf<QuestionKind>;
/** An entry of a form, as opposed to written answers. */
export type FormEntry = Exclude<Entry, WrittenEntry>;
/** An entry as a save may hold it. */
export type EntryInput = Partial<FormEntry> | WrittenInput;

export const kinds = {
  "free-answer": freeAnswer,
  "business-profile": businessProfile,
  "tool-picker": toolPicker,
  website,
  "short-text": shortText,
  choice,
  "yes-no": yesNo,
  scale,
  date,
} satisfies { [Name in QuestionKind]: KindDefinition<QuestionOf<Name>, EntryOf<Name>, never> };

/**
 * The kind, typed without its name: the caller must pass questions and entries of that kind. A page may be older than
 * the interview it shows, so its kind may be unknown.
 */
export function kindNamed(name: QuestionKind): KindDefinition<Question, Entry, EntryInput> {
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : unknownKind;
  return kind as unknown as KindDefinition<Question, Entry, EntryInput>;
}
