import * as z from "zod/mini";
import { fingerprint } from "../../hash.ts";
import {
  ANSWER_ID_MAX_LENGTH,
  ANSWER_MAX_LENGTH,
  ANSWERS_PER_QUESTION_MAX,
  AUTHOR_NAME_MAX_LENGTH,
  TIMESTAMP_MAX_LENGTH,
} from "../../limits.ts";
import { isBlank } from "../../text.ts";
import type { QuestionOf } from "../question.ts";
import type { CompletionContext, KindDefinition } from "./kind.ts";
import { mergeAnswers } from "./merge-answers.ts";
import { answerAuthors, answerReasons, type RecordedAnswer } from "./recorded-answer.ts";

type Question = QuestionOf<"free-answer">;
/** `section` and `question` hold ids. */
export type WrittenEntry = { section: string; question: string; responses: RecordedAnswer[] };

const responseSchema = z.strictObject({
  type: z.optional(z.enum(["text", "audio"])),
  content: z.string().check(z.maxLength(ANSWER_MAX_LENGTH)),
  timestamp: z.optional(z.iso.datetime({ offset: true }).check(z.maxLength(TIMESTAMP_MAX_LENGTH))),
  id: z.optional(z.string().check(z.minLength(1), z.maxLength(ANSWER_ID_MAX_LENGTH))),
  source: z.optional(z.enum(["typed", "dictated"])),
  raw: z.optional(z.string().check(z.maxLength(ANSWER_MAX_LENGTH))),
  reason: z.optional(z.enum(answerReasons)),
  /** A page sends back the author that it received; the server ignores it. */
  by: z.optional(
    z.strictObject({
      kind: z.enum(answerAuthors),
      name: z.string().check(z.maxLength(AUTHOR_NAME_MAX_LENGTH)),
    }),
  ),
});

const writtenSchema = z.strictObject({
  section: z.optional(z.string().check(z.maxLength(ANSWER_ID_MAX_LENGTH))),
  question: z.optional(z.string().check(z.maxLength(ANSWER_ID_MAX_LENGTH))),
  responses: z.array(responseSchema).check(
    z.maxLength(ANSWERS_PER_QUESTION_MAX),
    z.refine((responses) => hasUniqueIds(responses), { error: "Two answers have the same id" }),
  ),
});

export type ResponseInput = z.infer<typeof responseSchema>;
export type WrittenInput = z.infer<typeof writtenSchema>;

const storedAnswerSchema = z.looseObject({
  type: z.optional(z.enum(["text", "audio"])),
  content: z.string(),
  timestamp: z.optional(z.string()),
  id: z.optional(z.string()),
  source: z.optional(z.enum(["typed", "dictated"])),
  raw: z.optional(z.string()),
  reason: z.optional(z.enum(answerReasons)),
  by: z.optional(z.looseObject({ kind: z.string(), name: z.string() })),
});

export const freeAnswer: KindDefinition<Question, WrittenEntry, WrittenInput> = {
  input: () => writtenSchema,
  stored: z.looseObject({ responses: z.array(storedAnswerSchema) }),
  empty: { section: "", question: "", responses: [] },
  /** Each answer gets id, type and timestamp (spec §3). Blank text answers are ignored (spec §5). */
  complete: completeWritten,
  isComplete: ({ responses }) => responses.length > 0,
  merge({ base, mine, theirs }) {
    const lists = { base: base.responses, mine: mine.responses, theirs: theirs.responses };
    const { answers, ...merged } = mergeAnswers(lists);
    return { entry: { ...theirs, responses: answers }, ...merged };
  },
  toFields: () => [],
  hasFixedFields: true,
  values: () => [],
};

function hasUniqueIds(responses: ResponseInput[]): boolean {
  const ids = responses.flatMap((response) => response.id ?? []);
  return new Set(ids).size === ids.length;
}

/**
 * An answer that is sent without a timestamp keeps its stored one. Raw words, reason and author are kept as long as the
 * content is the same.
 */
function completeWritten(
  entry: WrittenInput,
  { name, section, question, now, stored }: CompletionContext,
): WrittenEntry {
  const answerIds = completeIds(name, entry.responses);
  const responses = entry.responses
    .map(({ type = "text", content, timestamp, source, ...sent }, place): RecordedAnswer => {
      const id = answerIds[place] ?? "";
      const earlier = stored.find((answer) => answer.id === id);
      const sameWords = earlier?.content === content ? earlier : undefined;
      const raw = sent.raw ?? sameWords?.raw;
      const reason = sent.reason ?? sameWords?.reason;
      const by = sent.by ?? sameWords?.by;
      return {
        type,
        content,
        timestamp: timestamp ?? earlier?.timestamp ?? now,
        id,
        ...(source && { source }),
        ...(raw !== undefined && { raw }),
        ...(reason && { reason }),
        ...(by && { by: { kind: by.kind, name: by.name } }),
      };
    })
    .filter((response) => response.type === "audio" || !isBlank(response.content));
  return { section, question, responses };
}

/** An answer without an id gets one that two devices compute alike and that no other answer of the question has. */
function completeIds(name: string, responses: ResponseInput[]): string[] {
  const taken = new Set(responses.flatMap(({ id }) => id ?? []));
  return responses.map(({ id, timestamp = "", content }, place) => {
    if (id !== undefined) return id;
    let made = fingerprint(JSON.stringify([name, place, timestamp, content]));
    while (taken.has(made)) made = fingerprint(made);
    taken.add(made);
    return made;
  });
}
