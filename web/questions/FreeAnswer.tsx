import type { QuestionOf } from "#contract/interview/interview.ts";
import { t } from "../translate.ts";
import { AnswerBox } from "./AnswerBox.tsx";
import { AnswerList } from "./AnswerList.tsx";
import { ToolSuggestion } from "./ToolSuggestion.tsx";

type FreeAnswerProps = { question: QuestionOf<"free-answer"> };

export function FreeAnswer({ question }: FreeAnswerProps) {
  return (
    <>
      <AnswerList questionId={question.id} />
      <ToolSuggestion questionId={question.id} />
      <AnswerBox
        questionId={question.id}
        label={`${t("answer.box")}: ${question.title}`}
        sample={question.sample}
      />
    </>
  );
}
