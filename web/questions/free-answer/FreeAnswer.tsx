import { isSkippable, type QuestionOf } from "#contract/interview/question.ts";
import { t } from "../../translate.ts";
import { ToolSuggestion } from "../tool-picker/ToolSuggestion.tsx";
import { AnswerBox } from "./AnswerBox.tsx";
import { AnswerList } from "./AnswerList.tsx";
import { Probe } from "./Probe.tsx";

type FreeAnswerProps = { question: QuestionOf<"free-answer"> };

export function FreeAnswer({ question }: FreeAnswerProps) {
  return (
    <>
      <AnswerList questionId={question.id} />
      <ToolSuggestion questionId={question.id} />
      <Probe question={question} />
      <AnswerBox
        questionId={question.id}
        label={`${t("answer.box")}: ${question.title}`}
        sample={question.sample}
        isSkippable={isSkippable(question)}
      />
    </>
  );
}
