import type { ErrorDetail } from "#contract/api/errors.ts";
import { questionsOf } from "#contract/interview/interview.ts";
import type { AddClientRequest } from "#contract/manage/clients.ts";
import { completeRecord, hasContent, type RecordInput } from "#contract/record/record.ts";
import { CatalogError, DETAILS_MAX } from "../http/errors.ts";
import type { InterviewVersion } from "../interviews/definition.ts";
import { eventOf } from "../managers/actor.ts";
import type { StorageEvent } from "../storage/audit/events.ts";
import type { SaveCommand } from "../storage/records/save-records.ts";
import {
  type AnswerForCommand,
  type AnswerForContext,
  detailsOf,
  entryNameOf,
  faultsOfAnswer,
  managersAnswer,
  type WrittenResponses,
} from "./answer-for-client.ts";
import { summarizeRecord } from "./save-record.ts";

type Sent = NonNullable<AddClientRequest["answers"]>;
/** The first answers of a client: entries by name, and the question of each entry. */
export type FirstAnswers = { input: RecordInput; questionOf: ReadonlyMap<string, string> };

/** Parses answers for a client who is about to be added, like a client's save. Throws VALIDATION_ERROR. */
export async function readFirstAnswers(
  { version, book }: AnswerForContext,
  sent: Sent,
): Promise<FirstAnswers> {
  const questions = new Map(questionsOf(version.asked.interview).map((question) => [question.id, question]));
  const named = Object.entries(sent).map(([questionId, entry]) => {
    const question = questions.get(questionId);
    if (!question) throw refusal([{ path: `answers.${questionId}`, message: "There is no such question" }]);
    return { questionId, name: entryNameOf(question, entry), entry };
  });
  const questionOf = new Map(named.map(({ name, questionId }) => [name, questionId]));
  const placeOf = (name: string) => ["answers", questionOf.get(name) ?? name];
  const parsed = await book.readSave(
    version,
    Object.fromEntries(named.map((each) => [each.name, each.entry])),
  );
  if (!parsed.success) throw refusal(detailsOf(parsed.error.issues, placeOf));
  const faults = Object.entries(parsed.data).flatMap(([name, entry]) =>
    faultsOfEntry(version, { name, entry, path: placeOf(name).join(".") }),
  );
  if (faults.length > 0) throw refusal(faults.slice(0, DETAILS_MAX));
  return { input: parsed.data, questionOf };
}

type Placed = { name: string; entry: RecordInput[string]; path: string };

function faultsOfEntry({ asked }: InterviewVersion, { name, entry, path }: Placed): ErrorDetail[] {
  const written = "responses" in entry ? (entry as WrittenResponses).responses : [];
  const faults = written.flatMap((answer, place) => faultsOfAnswer(answer, `${path}.responses.${place}`));
  if (faults.length > 0) return faults;
  const isAnswered = hasContent(completeRecord(asked.interview, { [name]: entry }, { now: "" }));
  return isAnswered ? [] : [{ path, message: "Nothing is answered" }];
}

function refusal(details: ErrorDetail[]): CatalogError {
  return new CatalogError("VALIDATION_ERROR", { details });
}

type Beginning = Pick<AnswerForCommand, "clientId" | "manager" | "actor">;

/** The save that stores these answers as the manager's own words, with an event per question. */
export function firstSave(
  { asked, interviewId, number }: InterviewVersion,
  { input, questionOf }: FirstAnswers,
  { clientId, manager, actor }: Beginning,
): { save: SaveCommand; events: StorageEvent[] } {
  const entries = Object.entries(input).map(([name, entry]) => {
    if (!("responses" in entry)) return [name, entry];
    const responses = (entry as WrittenResponses).responses.map((answer) =>
      managersAnswer(answer, { manager, actor }),
    );
    return [name, { responses }];
  });
  const now = new Date(actor.at).toISOString();
  const composed = summarizeRecord(
    asked,
    completeRecord(asked.interview, Object.fromEntries(entries), { now }),
  );
  const save: SaveCommand = {
    clientId,
    at: actor.at,
    ...(actor.requestId && { requestId: actor.requestId }),
    expectedRevision: 0,
    interviewHash: asked.hash,
    interview: { interviewId, version: number },
    needsPrevious: false,
    compose: () => composed,
    // a new client has no follow-ups
    isAnswered: () => false,
    answerIds: () => [],
  };
  const events = [...questionOf.values()].map((detail) =>
    eventOf(actor, "client.answered-for", { clientId, detail }),
  );
  return { save, events };
}
