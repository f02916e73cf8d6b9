import { isSkippable, type Question } from "#contract/interview/interview.ts";
import { BusinessProfileFields } from "./BusinessProfileFields.tsx";
import { FreeAnswer } from "./free-answer/FreeAnswer.tsx";
import { NotApplicable } from "./NotApplicable.tsx";
import { QuestionFrame } from "./QuestionFrame.tsx";
import { ToolPicker } from "./tool-picker/ToolPicker.tsx";
import { WebsiteFields } from "./WebsiteFields.tsx";

type QuestionCardProps = { question: Question };

export function QuestionCard({ question }: QuestionCardProps) {
  return (
    <QuestionFrame question={question}>
      {fieldsOf(question)}
      {question.kind !== "free-answer" && isSkippable(question) && <NotApplicable kind={question.kind} />}
    </QuestionFrame>
  );
}

/** The one switch between the kinds of question. */
function fieldsOf(question: Question) {
  switch (question.kind) {
    case "free-answer":
      return <FreeAnswer question={question} />;
    case "business-profile":
      return <BusinessProfileFields question={question} />;
    case "tool-picker":
      return <ToolPicker question={question} />;
    case "website":
      return <WebsiteFields question={question} />;
  }
}
