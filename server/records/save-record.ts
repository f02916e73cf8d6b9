import { hash, randomUUID } from "node:crypto";
import type { SaveRequest } from "#contract/api/calls.ts";
import { entryPlaces, type Interview } from "#contract/interview/interview.ts";
import { entriesOfQuestion, isAnsweredAgain } from "#contract/record/answered-again.ts";
import { carryOver } from "#contract/record/carry-over.ts";
import { completionOf, lastSection, requiredOpen } from "#contract/record/completion.ts";
import { countHelpersAnswers, withHelpersPart } from "#contract/record/helping.ts";
import {
  type ClientRecord,
  completeRecord,
  hasReasonOrAuthor,
  isIncomplete,
  withoutAuthors,
} from "#contract/record/record.ts";
import type { Definition, InterviewVersion } from "../interviews/definition.ts";
import type { StoredHelper } from "../storage/access/helping.ts";
import type { SessionCondition } from "../storage/access/live-session.ts";
import type { ComposedRecord, SaveOutcome } from "../storage/records/save-records.ts";
import type { Storage } from "../storage/storage.ts";

export type SaveRecordContext = SessionCondition & {
  clientId: string;
  now: number;
  requestId: string;
  /** From the `If-Match` header. */
  expectedRevision: number | undefined;
  idempotencyKey: string | undefined;
  /** The version that the browser shows, which may differ from the version that the client is asked now. */
  shown?: Definition | undefined;
  /** Follow-ups newer than this were not seen by the client, so this save answers none of them. */
  seenUntil?: number | undefined;
  /** The saving device, in our own words. */
  device?: string | null;
  /** False where no mail server is set; then no manager is mailed about a submission. */
  isMailed?: boolean | undefined;
  /** Set if a helper saves; then only the helper's part of the record changes. */
  helper?: StoredHelper | undefined;
};

/** Makes one save: the complete record, with whatever the interview no longer shows carried over. */
export function saveRecord(
  storage: Pick<Storage, "records">,
  { asked, definitions, interviewId, number: version }: InterviewVersion,
  request: SaveRequest,
  context: SaveRecordContext,
): Promise<SaveOutcome> {
  const { clientId, tokenHash, now, requestId, expectedRevision, idempotencyKey } = context;
  const { shown = asked, seenUntil = Infinity, isMailed, device = null, helper } = context;
  const isOther = ![...definitions.values()].includes(shown);
  return storage.records.save({
    clientId,
    tokenHash,
    at: now,
    requestId,
    device,
    isMailed,
    expectedRevision,
    interviewHash: asked.hash,
    interview: { interviewId, version },
    needsPrevious: isOther || helper !== undefined || isIncomplete(request.data),
    compose: (previous) =>
      composeRecord(asked, request, { now, previous, shown: isOther ? shown : asked, helper }),
    isAnswered: ({ questionId, askedAt }, change) =>
      askedAt <= seenUntil && isAnsweredAgain(asked.interview, questionId, change),
    answerIds: (questionId, record) => answerIdsOf(asked.interview, questionId, record),
    ...(request.submit && !helper && { submissionId: randomUUID() }),
    ...(helper && {
      helper: {
        helperId: helper.helperId,
        isDone: request.submit ?? false,
        countAnswers: (record) => countHelpersAnswers(record, helper),
      },
    }),
    ...(idempotencyKey && {
      idempotency: { key: idempotencyKey, requestHash: hash("sha256", JSON.stringify(request)) },
    }),
  });
}

/** The ids of a question's answers in the record. */
export function answerIdsOf(
  interview: Interview,
  questionId: string,
  record: ClientRecord | undefined = {},
): string[] {
  return entriesOfQuestion(interview, questionId).flatMap((name) => {
    const entry = record[name];
    return entry && "responses" in entry ? entry.responses.map(({ id }) => id) : [];
  });
}

type Composing = {
  now: number;
  previous: ClientRecord | undefined;
  shown: Definition;
  helper: StoredHelper | undefined;
};

function composeRecord(
  asked: Definition,
  { data }: SaveRequest,
  { now, previous, shown, helper }: Composing,
): ComposedRecord {
  const { interview } = asked;
  const sent = completeRecord(interview, withoutAuthors(data), {
    now: new Date(now).toISOString(),
    previous,
  });
  if (helper) {
    const helping = { asked: interview, shown: shown.interview, helper };
    const { record, full } = withHelpersPart(helping, previous ?? {}, sent);
    return { ...summarizeRecord(asked, record), full };
  }
  if (!previous) return summarizeRecord(asked, sent);
  const whole = carryOver(shown.interview, previous, sent);
  // in the order of the current interview, whatever version the browser shows
  return summarizeRecord(asked, shown === asked ? whole : completeRecord(interview, whole, { now: "" }));
}

/** A complete record with its summary under the given interview. */
export function summarizeRecord(asked: Definition, record: ClientRecord): ComposedRecord {
  const { interview } = asked;
  const completion = completionOf(interview, record);
  const { completed, total, percent, complete, notAsked } = completion;
  return {
    record,
    interviewHash: isWhollyOf(asked, record) ? asked.hash : "",
    completed,
    total,
    percent,
    completeQuestions: complete,
    notAsked,
    lastSection: lastSection(interview, record)?.id ?? null,
    missing: requiredOpen(interview, completion).map(({ id }) => id),
  };
}

/**
 * Whether the next save has nothing to carry over: today's interview shows everything, and no answer has a reason or an
 * author.
 */
function isWhollyOf({ interview }: Definition, record: ClientRecord): boolean {
  const defined = entryPlaces(interview);
  // browsers with an earlier release send answers without reasons, and authors are never accepted from a browser
  if (hasReasonOrAuthor(record)) return false;
  if (!Object.keys(record).every((name) => defined.has(name))) return false;
  // an empty save would carry over exactly the tools that the interview no longer lists
  return Object.keys(carryOver(interview, record, {})).length === 0;
}
