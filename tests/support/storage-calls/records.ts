import fc from "fast-check";
import type { ClientRecord } from "#contract/record/record.ts";
import { OWN_INTERVIEW } from "../../../server/storage/engine/client-interview.ts";
import type { ComposedRecord } from "../../../server/storage/records/save-records.ts";
import {
  anEvent,
  call,
  clientId,
  life,
  mostly,
  QUESTIONS,
  SECTIONS,
  seldom,
  TAKES,
  text,
  token,
  untilNone,
  whole,
} from "./pool.ts";

export const revision = mostly(1, 0, 2, 3, 4);
export const submissionId = fc.constantFrom("s0", "s1", "s2", "s3");
const interviewHash = mostly("h1", "h2");

const saved = fc.record({
  clientId,
  text,
  /** Takes that the record names, with or without a transcript. */
  takes: fc.subarray(TAKES),
  words: fc.constantFrom("", "heard"),
  complete: fc.subarray(QUESTIONS),
  lastSection: fc.option(fc.constantFrom(...SECTIONS)),
  percent: whole,
  expectedRevision: seldom(fc.oneof(revision, fc.constant(Number.NaN))),
  interviewHash,
  needsPrevious: fc.boolean(),
  submissionId: seldom(submissionId),
  idempotency: seldom(
    fc.record({ key: fc.constantFrom("i1", "i2"), requestHash: fc.constantFrom("r1", "r2") }),
  ),
  tokenHash: seldom(token),
  requestId: seldom(fc.constant("request")),
  answers: fc.boolean(),
});
type Saved = typeof saved extends fc.Arbitrary<infer Value> ? Value : never;

function recordOf(
  { text: url, takes, words, needsPrevious }: Saved,
  previous: ClientRecord | undefined,
): ClientRecord {
  const timestamp = "2026-03-01T12:00:00.000Z";
  const responses = takes.map((id) => ({ type: "audio" as const, content: words, timestamp, id }));
  const before = needsPrevious ? previous?.["website-form"] : undefined;
  return {
    "website-form": { url },
    spoken: { section: "website", question: "website-info", responses },
    ...(before && { kept: before }),
  };
}

/** A composed record as good as any: the storage does not decide what a record comes to. */
export function composedOf(record: ClientRecord, more: Partial<ComposedRecord> = {}): ComposedRecord {
  return {
    record,
    interviewHash: "h1",
    completed: Object.keys(record).length,
    total: 13,
    percent: 8,
    completeQuestions: [],
    notAsked: [],
    missing: [],
    lastSection: null,
    ...more,
  };
}

export const recordCalls = {
  "records.save": call(saved, ({ storage }, args, at) => {
    const { expectedRevision, needsPrevious, tokenHash, requestId, idempotency } = args;
    const { complete: completeQuestions, lastSection, percent, answers } = args;
    return storage.records.save({
      clientId: args.clientId,
      at,
      expectedRevision,
      interviewHash: args.interviewHash,
      interview: { interviewId: OWN_INTERVIEW, version: 1 },
      needsPrevious,
      tokenHash,
      isAnswered: () => answers,
      answerIds: () => [],
      compose: (previous) =>
        composedOf(recordOf(args, previous), {
          interviewHash: args.interviewHash,
          completeQuestions,
          lastSection,
          percent,
        }),
      ...(args.submissionId !== undefined && { submissionId: args.submissionId }),
      ...(idempotency && { idempotency }),
      ...(requestId !== undefined && { requestId }),
    });
  }),
  "records.restore": call(fc.record({ clientId, revision }), ({ storage }, args, at) =>
    storage.records.restore({ ...args, at, compose: (record) => composedOf(record) }, [
      anEvent("record.restored", at, { clientId: args.clientId, detail: String(args.revision) }),
    ]),
  ),
  "records.listSummarized": call(
    fc.record({ clientId: seldom(clientId), after: fc.constantFrom("", "cl_1") }),
    ({ storage }, args) =>
      storage.records.listSummarized({ ...args, interviewId: OWN_INTERVIEW, limit: 100 }),
  ),
  "records.putSummaries": call(
    fc.record({ clientId, revision, percent: whole, complete: fc.subarray(QUESTIONS), interviewHash }),
    (
      { storage },
      { clientId: id, revision: of, percent, complete: completeQuestions, interviewHash: hash },
    ) => {
      const composed = composedOf({}, { percent, completeQuestions, interviewHash: hash });
      const { record: _record, missing: _missing, ...summary } = composed;
      return storage.records.putSummaries([{ clientId: id, revision: of, summary }]);
    },
  ),
  "records.load": call(clientId, ({ storage }, id) => storage.records.load(id)),
  "records.loadText": call(clientId, ({ storage }, id) => storage.records.loadText(id)),
  "records.findSummary": call(clientId, ({ storage }, id) => storage.records.findSummary(id)),
  "records.loadRevision": call(fc.record({ clientId, revision }), ({ storage }, args) =>
    storage.records.loadRevision(args.clientId, args.revision),
  ),
  "records.loadUpTo": call(fc.record({ clientId, revision }), ({ storage }, args) =>
    storage.records.loadUpTo(args.clientId, args.revision),
  ),
  "records.listRevisions": call(clientId, ({ storage }, id) => storage.records.listRevisions(id)),
  "records.findReceipt": call(clientId, ({ storage }, id) => storage.records.findReceipt(id)),
  "records.listSubmissions": call(clientId, ({ storage }, id) => storage.records.listSubmissions(id)),
  "records.listSubmissionSteps": call(clientId, ({ storage }, id) => storage.records.listSubmissionSteps(id)),
  "records.loadSubmission": call(submissionId, ({ storage }, id) => storage.records.loadSubmission(id)),
  "records.dropIdempotencyKeys": call(life, ({ storage }, ago, at) =>
    storage.records.dropIdempotencyKeys(at - ago),
  ),
  "records.dropHistory": call(life, ({ storage }, ago, at) =>
    untilNone(() => storage.records.dropHistory(at - ago, 2)),
  ),
};
