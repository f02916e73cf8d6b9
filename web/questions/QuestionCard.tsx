import type { ComponentType } from "react";
import {
  isSkippable,
  type Question,
  type QuestionKind,
  type QuestionOf,
} from "#contract/interview/question.ts";
import { isForm } from "#contract/record/forms.ts";
import { BusinessProfile } from "./business-profile/BusinessProfile.tsx";
import { ChoicePicker } from "./choice/ChoicePicker.tsx";
import { DateField } from "./date/DateField.tsx";
import { FreeAnswer } from "./free-answer/FreeAnswer.tsx";
import { NotApplicable } from "./NotApplicable.tsx";
import { QuestionFrame } from "./QuestionFrame.tsx";
import { Scale } from "./scale/Scale.tsx";
import { ShortText } from "./short-text/ShortText.tsx";
import { ToolPicker } from "./tool-picker/ToolPicker.tsx";
import { UnknownKindNotice } from "./UnknownKindNotice.tsx";
import { Website } from "./website/Website.tsx";
import { YesOrNo } from "./yes-no/YesOrNo.tsx";

/** The fields in the card of each question kind. */
const fields = {
  "free-answer": FreeAnswer,
  "business-profile": BusinessProfile,
  "tool-picker": ToolPicker,
  website: Website,
  "short-text": ShortText,
  choice: ChoicePicker,
  "yes-no": YesOrNo,
  scale: Scale,
  date: DateField,
} satisfies { [Name in QuestionKind]: ComponentType<{ question: QuestionOf<Name> }> };

type QuestionCardProps = { question: Question };

export function QuestionCard({ question }: QuestionCardProps) {
  const Fields = (fields[question.kind] ?? UnknownKindNotice) as ComponentType<QuestionCardProps>;
  return (
    <QuestionFrame question={question}>
      <Fields question={question} />
      {isForm(question) && isSkippable(question) && <NotApplicable question={question} />}
    </QuestionFrame>
  );
}
