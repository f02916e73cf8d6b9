import type * as z from "zod/mini";
import type { questionSchema } from "./definitions/interview.ts";

/** One question as its author defines it. */
export type Question = z.infer<typeof questionSchema>;
export type QuestionKind = Question["kind"];
export type QuestionOf<Kind extends QuestionKind> = Extract<Question, { kind: Kind }>;
/** The kinds that are filled in rather than written. */
export type FormKind = Exclude<QuestionKind, "free-answer">;

/** Whether a client may say that a question doesn't apply: free answers unless forbidden, others where allowed. */
export function isSkippable({ kind, canSkip }: Question): boolean {
  return canSkip ?? kind === "free-answer";
}

/** Whether an answer is expected, so that the question counts while it is asked. */
export function isCounted({ need }: Pick<Question, "need">): boolean {
  return need !== "optional";
}

/** The entry that holds a question's written answers; a form without remarks has none. */
export function writtenEntryOf(question: Question): string | undefined {
  if (question.kind === "free-answer") return question.entry;
  return question.kind === "tool-picker" ? question.remarksEntry : undefined;
}

/** What the written answers beside a form are about. */
export function remarksPromptOf(question: Question): string | undefined {
  return question.kind === "tool-picker" ? question.remarksPrompt : undefined;
}
