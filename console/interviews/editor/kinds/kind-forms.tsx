import type { ComponentType } from "react";
import type { Card } from "#contract/interview/question.ts";
import type { DraftCard } from "#contract/manage/interview-draft/draft.ts";
import type { DrawingName } from "../../../ui/drawings/drawing-paths.ts";
import { newOptionValue } from "../new-ids.ts";
import { BusinessProfileFields } from "./BusinessProfileFields.tsx";
import { ChoiceFields } from "./ChoiceFields.tsx";
import { DateFields } from "./DateFields.tsx";
import { FreeAnswerFields } from "./FreeAnswerFields.tsx";
import { SampleField } from "./SampleField.tsx";
import { ScaleFields } from "./ScaleFields.tsx";
import { ShortTextFields } from "./ShortTextFields.tsx";
import { ToolPickerFields } from "./ToolPickerFields.tsx";

export type CardKind = Card["kind"];
export type DraftCardOf<Kind extends CardKind> = Extract<DraftCard, { kind: Kind }>;

/** How the editor presents a kind of question. */
type KindForm<Kind extends CardKind> = {
  drawing: DrawingName;
  /** The initial properties of a new card besides ID, entry, title and prompt. */
  own: () => Omit<DraftCardOf<Kind>, "id" | "entry" | "title" | "prompt" | "kind">;
  /** The fields of this kind only, which are shown below the common ones. */
  Fields?: ComponentType<{ card: DraftCardOf<Kind> }>;
};

const option = () => ({ value: newOptionValue(), label: "" });
const options = () => [option(), option()];
const labeled = () => ({ label: "", options: options() });

/** In the order in which the editor offers them. */
export const kindForms: { [Kind in CardKind]: KindForm<Kind> } = {
  "free-answer": { drawing: "lines", own: () => ({ sample: "" }), Fields: FreeAnswerFields },
  "short-text": { drawing: "page", own: () => ({ sample: "" }), Fields: ShortTextFields },
  choice: { drawing: "check", own: () => ({ options: options() }), Fields: ChoiceFields },
  "yes-no": { drawing: "reply", own: () => ({}) },
  scale: { drawing: "chart", own: () => ({ min: 1, max: 5, low: "", high: "" }), Fields: ScaleFields },
  date: { drawing: "calendar", own: () => ({}), Fields: DateFields },
  website: { drawing: "link", own: () => ({ sample: "" }), Fields: SampleField },
  "tool-picker": {
    drawing: "gear",
    own: () => ({ remarksEntry: "", remarksPrompt: "", sample: "", tools: options() }),
    Fields: ToolPickerFields,
  },
  "business-profile": {
    drawing: "people",
    own: () => ({ employees: labeled(), locations: labeled(), revenue: labeled() }),
    Fields: BusinessProfileFields,
  },
  statement: { drawing: "book", own: () => ({}) },
};

export const cardKinds = Object.keys(kindForms) as CardKind[];

/** Widens the type. Callers must pass cards of the same kind. */
export function kindFormOf(kind: CardKind): KindForm<CardKind> {
  return kindForms[kind] as unknown as KindForm<CardKind>;
}
