import * as z from "zod/mini";
import {
  INTERVIEW_HEADER,
  NO_FOLLOW_UP_SEEN,
  type OpenFollowUp,
  openFollowUpsSchema,
  type SaveRequest,
  SEEN_FOLLOW_UPS_HEADER,
  type SubmissionReceipt,
} from "#contract/api/calls.ts";
import { endpoints } from "#contract/api/endpoints.ts";
import { etagOf, revisionOf } from "#contract/api/etag.ts";
import type { Interview } from "#contract/interview/interview.ts";
import { type RecordInput, storedRecordSchema } from "#contract/record/record.ts";
import { type Interviews, readInterviews } from "../language/interviews.ts";
import { call } from "./call.ts";
import type { Result } from "./result.ts";
import { shownInterviewSchema } from "./shown-interview.ts";

const instantSchema = z.optional(z.nullable(z.string()));
const savedFactsSchema = z.object({
  revision: z.optional(z.number()),
  savedAt: instantSchema,
  submittedAt: instantSchema,
});
/** A server that has nothing to say about a save may send null; the save has still succeeded. */
const savedSchema = z.pipe(
  z.transform((data: unknown) => (data === null ? {} : data)),
  savedFactsSchema,
);
const statusSchema = z.object({ updatedAt: instantSchema, submittedAt: instantSchema });
const revisionSchema = z.object({ revision: z.number() });
const receiptSchema = z.object({
  manager: z.optional(z.nullable(z.string())),
  submission: z.optional(z.nullable(z.string())),
});
/** When the record was last saved and submitted, if the server says so; ISO 8601. */
export type RecordTimes = { savedAt: string | undefined; submittedAt: string | undefined };
export type LoadedRecord = RecordTimes & { record: RecordInput; revision: number | undefined };
export type SavedRecord = RecordTimes & { revision: number | undefined };

/** Loads the version of an interview with this hash. */
export type LoadInterview = (hash: string | undefined) => Promise<Result<Interview>>;

export async function loadInterview(hash: string | undefined): Promise<Result<Interview>> {
  const result = await call(endpoints.interview, { schema: shownInterviewSchema, query: { hash } });
  return result.ok ? { ok: true, data: result.data.interview } : result;
}

/**
 * The client's record; empty if nothing was ever saved (spec §7). The request is sent at once, even while the interview
 * is still loading, but the record cannot be read without the interview.
 */
export async function loadRecord(
  token: string,
  interview: Interview | Promise<Interview | undefined>,
  { withTimes }: { withTimes: boolean },
): Promise<Result<LoadedRecord>> {
  const [loaded, times] = await Promise.all([
    call(endpoints.load, { schema: schemaOfRecord(interview), token }),
    // helpers do not see the client's progress
    withTimes ? loadTimes(token) : NO_TIMES,
  ]);
  if (loaded.ok) {
    const { data: record, headers } = loaded;
    return {
      ok: true,
      data: { ...times, record, revision: revisionIn(headers) },
      ...(headers && { headers }),
    };
  }
  if (loaded.error.code !== "NOT_FOUND") return loaded;
  return { ok: true, data: { ...times, record: {}, revision: 0 } };
}

async function schemaOfRecord(coming: Interview | Promise<Interview | undefined>) {
  const interview = await coming;
  // also accepts a body whose `data` contains another `data`
  return z.pipe(z.transform(innerData), interview ? storedRecordSchema(interview) : z.never());
}

const NO_TIMES: RecordTimes = { savedAt: undefined, submittedAt: undefined };

/** The times are optional: a server that does not send them causes no failure. */
async function loadTimes(token: string): Promise<RecordTimes> {
  const status = await call(endpoints.status, { schema: statusSchema, token });
  const { updatedAt, submittedAt } = status.ok ? status.data : {};
  return { savedAt: updatedAt ?? undefined, submittedAt: submittedAt ?? undefined };
}

/** Who has the answers, and the id of the latest submission; empty if the server does not say. */
export async function loadReceipt(token: string): Promise<Partial<SubmissionReceipt>> {
  const status = await call(endpoints.status, { schema: receiptSchema, token });
  return status.ok
    ? { manager: status.data.manager ?? null, submission: status.data.submission ?? null }
    : {};
}

/** The newest revision of the record; undefined if the call fails. */
export async function loadRevision(token: string): Promise<number | undefined> {
  const status = await call(endpoints.status, { schema: revisionSchema, token });
  return status.ok ? status.data.revision : undefined;
}

export function loadOpenFollowUps(token: string): Promise<Result<OpenFollowUp[]>> {
  return call(endpoints.openFollowUps, { schema: openFollowUpsSchema, token });
}

export type SaveRecordOptions = {
  request: SaveRequest;
  /** The revision that the save is based on, so that nothing newer is overwritten. */
  revision: number | undefined;
  idempotencyKey: string;
  /** When the newest follow-up shown to the client was asked (ISO 8601). */
  seenAsk?: string | undefined;
  /** The hash of the interview version that the page shows. */
  interview?: string | undefined;
  /** Lets the save outlive the page. */
  keepalive: boolean;
};

export async function saveRecord(
  token: string,
  { request, revision, idempotencyKey, seenAsk, interview, keepalive }: SaveRecordOptions,
): Promise<Result<SavedRecord>> {
  const headers = {
    "idempotency-key": idempotencyKey,
    [SEEN_FOLLOW_UPS_HEADER]: seenAsk ?? NO_FOLLOW_UP_SEEN,
    ...(interview !== undefined && { [INTERVIEW_HEADER]: interview }),
    ...(revision !== undefined && { "if-match": etagOf(revision) }),
  };
  const saved = await call(endpoints.save, { schema: savedSchema, body: request, token, headers, keepalive });
  if (!saved.ok) return saved;
  const { revision: savedRevision, savedAt, submittedAt } = saved.data;
  const data = {
    revision: savedRevision ?? revisionIn(saved.headers),
    savedAt: savedAt ?? undefined,
    submittedAt: submittedAt ?? undefined,
  };
  return { ok: true, data, ...(saved.headers && { headers: saved.headers }) };
}

/** The interview version that the client is asked now, if the answer names it. */
export function interviewsIn(result: Result<unknown>): Interviews | undefined {
  const text = result.ok ? result.headers?.get(INTERVIEW_HEADER) : undefined;
  return text ? readInterviews(text) : undefined;
}

function revisionIn(headers: Headers | undefined): number | undefined {
  const revision = revisionOf(headers?.get("etag") ?? undefined);
  return Number.isNaN(revision) ? undefined : revision;
}

function innerData(body: unknown): unknown {
  return typeof body === "object" && body !== null && "data" in body ? body.data : body;
}
