import { randomUUID } from "node:crypto";
import type { ErrorDetail } from "#contract/api/errors.ts";
import type { RecordedAnswer } from "#contract/interview/kinds/recorded-answer.ts";
import { type Question, writtenEntryOf } from "#contract/interview/question.ts";
import { ANSWERS_PER_QUESTION_MAX } from "#contract/limits.ts";
import type { AnswerForRequest } from "#contract/manage/answer-for.ts";
import { isAnsweredAgain } from "#contract/record/answered-again.ts";
import { carryOver } from "#contract/record/carry-over.ts";
import { type ClientRecord, completeRecord, hasContent, type RecordInput } from "#contract/record/record.ts";
import { isBlank } from "#contract/text.ts";
import { DETAILS_MAX } from "../http/errors.ts";
import type { InterviewVersion } from "../interviews/definition.ts";
import type { InterviewBook } from "../interviews/interview-book.ts";
import { type Actor, eventOf } from "../managers/actor.ts";
import type { Storage } from "../storage/storage.ts";
import { answerIdsOf, summarizeRecord } from "./save-record.ts";

export type AnswerForCommand = AnswerForRequest & {
  clientId: string;
  question: Question;
  manager: { managerId: string; name: string };
  actor: Actor;
};

export type AnswerForOutcome =
  | { kind: "saved"; revision: number }
  | { kind: "conflict"; revision: number }
  | { kind: "invalid"; details: ErrorDetail[] };

export type AnswerForContext = { version: InterviewVersion; book: Pick<InterviewBook, "readSave"> };
type Read = { name: string; entry: RecordInput[string] };
export type WrittenResponses = { responses: Partial<RecordedAnswer>[] };

/**
 * Stores a client's answer that a manager writes down, as a save by the client would. A text answer is added to the
 * existing ones; a form replaces the earlier one.
 */
export async function answerForClient(
  storage: Pick<Storage, "records">,
  { version, book }: AnswerForContext,
  command: AnswerForCommand,
): Promise<AnswerForOutcome> {
  const { clientId, question, why, manager, actor } = command;
  const { asked, interviewId, number } = version;
  const { interview } = asked;
  const read = await readEntry({ version, book }, command);
  if ("details" in read) return { kind: "invalid", ...read };
  const stored = await storage.records.load(clientId);
  const revision = stored?.revision ?? 0;
  const added =
    "responses" in read.entry
      ? managersAnswer((read.entry as WrittenResponses).responses[0] ?? {}, command)
      : undefined;
  const before = writtenIn(stored?.record, read.name);
  // a retry of a call whose response was lost
  if (added && before.some((answer) => isRepeat(answer, added))) return { kind: "saved", revision };
  if (revision !== command.revision) return { kind: "conflict", revision };
  const fault = added && faultBeside(before, added);
  if (fault) return { kind: "invalid", details: [fault] };

  const compose = (previous: ClientRecord = {}) => {
    const entry = added ? { responses: [...writtenIn(previous, read.name), added] } : read.entry;
    const input = { ...previous, [read.name]: entry };
    const sent = completeRecord(interview, input, { now: new Date(actor.at).toISOString(), previous });
    return summarizeRecord(asked, carryOver(interview, previous, sent));
  };
  const outcome = await storage.records.save({
    clientId,
    at: actor.at,
    ...(actor.requestId && { requestId: actor.requestId }),
    expectedRevision: revision,
    interviewHash: asked.hash,
    interview: { interviewId, version: number },
    needsPrevious: true,
    compose,
    answeredFor: {
      managerId: manager.managerId,
      event: eventOf(actor, "client.answered-for", { clientId, detail: `${question.id} ${why}` }),
    },
    isAnswered: ({ questionId }, change) =>
      questionId === question.id && isAnsweredAgain(interview, questionId, change),
    answerIds: (questionId, record) => answerIdsOf(interview, questionId, record),
  });
  if (outcome.kind !== "saved" && outcome.kind !== "conflict")
    throw new Error("Only a client's save has an idempotency key, submits, or is a helper's");
  return { kind: outcome.kind, revision: outcome.revision };
}

/** Parses the entry like a client's save; it must contain an answer. */
async function readEntry(
  { version, book }: AnswerForContext,
  { question, entry }: AnswerForCommand,
): Promise<Read | { details: ErrorDetail[] }> {
  const name = entryNameOf(question, entry);
  const parsed = await book.readSave(version, { [name]: entry });
  if (!parsed.success) return { details: detailsOf(parsed.error.issues, () => ["entry"]) };
  const data = parsed.data[name] ?? {};
  if ("responses" in data) {
    const details = faultsOfWritten(data as WrittenResponses);
    return details.length > 0 ? { details } : { name, entry: data };
  }
  const full = completeRecord(version.asked.interview, { [name]: data }, { now: "" });
  if (!hasContent(full)) return { details: [{ path: "entry", message: "Nothing is answered" }] };
  return { name, entry: data };
}

function faultsOfWritten({ responses }: WrittenResponses): ErrorDetail[] {
  const [answer, ...more] = responses;
  if (!answer || more.length > 0) return [{ path: "entry.responses", message: "Expected one answer" }];
  return faultsOfAnswer(answer, "entry.responses.0");
}

/** Faults that apply only to a manager's answer, in addition to those of any save. */
export function faultsOfAnswer(answer: Partial<RecordedAnswer>, path: string): ErrorDetail[] {
  if (answer.type === "audio") return [{ path: `${path}.type`, message: "Expected a text" }];
  if (isBlank(answer.content ?? "")) return [{ path: `${path}.content`, message: "The answer is empty" }];
  return [];
}

/** The question's entry name for an entry of this form. */
export function entryNameOf(question: Question, entry: object): string {
  return ("responses" in entry && writtenEntryOf(question)) || question.entry;
}

type Issue = { path: PropertyKey[]; message: string };

/** `placeOf` returns the path of the named entry in the request. */
export function detailsOf(issues: readonly Issue[], placeOf: (name: string) => string[]): ErrorDetail[] {
  return issues.slice(0, DETAILS_MAX).map(({ path: [name, ...path], message, ...issue }) => {
    const keys = "keys" in issue && Array.isArray(issue.keys) ? issue.keys.slice(0, 1).map(String) : [];
    const names = [...placeOf(String(name)), ...path.map(String), ...keys];
    return { path: names.join(".").slice(0, 200), message: keys.length > 0 ? "Unknown name" : message };
  });
}

/**
 * The answer as the manager's own words, whatever else the request says. With a reason, it states that the client has
 * no answer.
 */
export function managersAnswer(
  { content = "", id = randomUUID(), reason }: Partial<RecordedAnswer>,
  { manager, actor }: Pick<AnswerForCommand, "manager" | "actor">,
): RecordedAnswer {
  return {
    type: "text",
    content,
    timestamp: new Date(actor.at).toISOString(),
    id,
    source: "typed",
    ...(reason && { reason }),
    by: { kind: "manager", name: manager.name },
  };
}

function writtenIn(record: ClientRecord | undefined, name: string): RecordedAnswer[] {
  const entry = record?.[name];
  return entry && "responses" in entry ? entry.responses : [];
}

function isRepeat(answer: RecordedAnswer, added: RecordedAnswer): boolean {
  return answer.id === added.id && answer.content === added.content;
}

function faultBeside(before: RecordedAnswer[], added: RecordedAnswer): ErrorDetail | undefined {
  if (before.some(({ id }) => id === added.id)) {
    return { path: "entry.responses.0.id", message: "Another answer has this id" };
  }
  if (before.length < ANSWERS_PER_QUESTION_MAX) return undefined;
  return { path: "entry.responses", message: `The question has ${ANSWERS_PER_QUESTION_MAX} answers already` };
}
