import type * as z from "zod/mini";
import type { cardSchema } from "./definitions/interview.ts";

/** A card of a section, as its author defines it: a question, or text between questions. */
export type Card = z.infer<typeof cardSchema>;
export type Statement = Extract<Card, { kind: "statement" }>;
export type Question = Exclude<Card, Statement>;
export type QuestionKind = Question["kind"];
export type QuestionOf<Kind extends QuestionKind> = Extract<Question, { kind: Kind }>;
/** The kinds that are forms, as opposed to written answers. */
export type FormKind = Exclude<QuestionKind, "free-answer">;

/** Whether a client may say that a question doesn't apply: by default only for free answers. */
export function isSkippable({ kind, canSkip }: Question): boolean {
  return canSkip ?? kind === "free-answer";
}

export function isQuestion(card: Card): card is Question {
  return card.kind !== "statement";
}

/** Whether an answer is expected, so that the question counts toward completion while it is asked. */
export function isCounted({ need }: Pick<Question, "need">): boolean {
  return need !== "optional";
}

/** The entry that holds a question's written answers; undefined for a form without remarks. */
export function writtenEntryOf(question: Question): string | undefined {
  if (question.kind === "free-answer") return question.entry;
  return question.kind === "tool-picker" ? question.remarksEntry : undefined;
}

/** The prompt for the written remarks beside a form. */
export function remarksPromptOf(question: Question): string | undefined {
  return question.kind === "tool-picker" ? question.remarksPrompt : undefined;
}
