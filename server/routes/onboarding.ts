import type { FastifyInstance, FastifyRequest } from "fastify";
import { INTERVIEW_HEADER, NO_FOLLOW_UP_SEEN, SEEN_FOLLOW_UPS_HEADER } from "#contract/api/calls.ts";
import { endpoints } from "#contract/api/endpoints.ts";
import type { ErrorDetail } from "#contract/api/errors.ts";
import { etagOf, revisionOf } from "#contract/api/etag.ts";
import { onboardingWires } from "#contract/api/wires/onboarding.ts";
import { isoOf } from "#contract/instants.ts";
import { type Interview, questionsOf } from "#contract/interview/interview.ts";
import { ANSWERS_PER_QUESTION_MAX } from "#contract/limits.ts";
import { recordForHelper, strayEntries } from "#contract/record/helping.ts";
import type { RecordInput } from "#contract/record/record.ts";
import { readOpenFollowUps } from "../clients/follow-ups.ts";
import { compressAnswer } from "../http/content-encoding.ts";
import { CatalogError, invalidPart } from "../http/errors.ts";
import { serve, withWire } from "../http/serve.ts";
import type { Definition } from "../interviews/definition.ts";
import { hashText } from "../interviews/describe-interview.ts";
import { type SaveRecordContext, saveRecord } from "../records/save-record.ts";
import { statusOf } from "../records/status.ts";
import type { StoredHelper } from "../storage/access/helping.ts";
import { HELPER_DEVICE } from "../storage/records/history.ts";
import type { SaveOutcome } from "../storage/records/save-records.ts";
import { clientSession } from "./authentication.ts";
import type { Dependencies } from "./dependencies.ts";

export function onboardingRoutes(app: FastifyInstance, { storage, book, mail, clock }: Dependencies): void {
  serve(
    app,
    withWire(endpoints.load, onboardingWires.load),
    async (request, reply) => {
      const { clientId, interview } = clientSession(request);
      const version = await book.of(interview);
      const { helper } = request;
      reply.header(INTERVIEW_HEADER, hashText(version.definitions));
      const stored = helper
        ? await loadPart(helper, version.asked.interview)
        : await storage.records.loadText(clientId);
      if (!stored) throw new CatalogError("NOT_FOUND", {}, { etag: etagOf(0) });
      reply.header("etag", etagOf(stored.revision)).type("application/json; charset=utf-8");
      // the stored JSON text was validated when it was saved, so it is sent unchanged
      return reply.send(`{"data":${stored.text}}`);
    },
    { onSend: compressAnswer },
  );

  serve(
    app,
    withWire(endpoints.save, onboardingWires.save),
    async (request, reply) => {
      const { clientId, tokenHash, interview } = clientSession(request);
      const version = await book.of(interview);
      reply.header(INTERVIEW_HEADER, hashText(version.definitions));
      const read = await book.readSave(version, request.body.data);
      if (!read.success) throw invalidPart("data", read.error.issues);
      const hash = request.headers[INTERVIEW_HEADER];
      // an unknown hash was never published on this server, and is ignored
      const shown = hash === undefined ? undefined : await book.definition(hash);
      const { submit } = request.body;
      const author = authorOf(request);
      refuseStray(read.data, author.helper, [version.asked, shown ?? version.asked]);
      const outcome = await saveRecord(
        storage,
        version,
        { data: read.data, submit },
        {
          shown,
          clientId,
          tokenHash,
          ...author,
          now: clock(),
          requestId: request.id,
          expectedRevision: revisionOf(request.headers["if-match"]),
          idempotencyKey: request.headers["idempotency-key"],
          isMailed: mail.isOn,
        },
      );
      if (!("revision" in outcome)) throw refusalOf(outcome, version.asked.interview);
      reply.header("etag", etagOf(outcome.revision));
      if (outcome.kind === "conflict") throw new CatalogError("CONFLICT", { revision: outcome.revision });
      const { revision, savedAt, submittedAt } = outcome;
      return {
        revision,
        savedAt: isoOf(savedAt),
        submittedAt: submittedAt === null || author.helper ? null : isoOf(submittedAt),
      };
    },
    { config: { guardsItsWrite: true } },
  );

  /** The part of the record that the helper may see. */
  async function loadPart(helper: StoredHelper, asked: Interview) {
    const { clientId } = helper;
    const stored = await storage.records.load(clientId);
    const client = await storage.clients.findManaged("all", clientId);
    if (!stored || !client) return undefined;
    const scope = { helper, clientName: client.name };
    return { ...stored, text: JSON.stringify(recordForHelper(asked, stored.record, scope)) };
  }

  serve(app, withWire(endpoints.status, onboardingWires.status), async (request) => {
    const { clientId, interview } = clientSession(request);
    const { asked } = await book.of(interview);
    const summary = await storage.records.findSummary(clientId);
    return { ...statusOf(asked.interview, summary), ...(await storage.records.findReceipt(clientId)) };
  });

  for (const call of [
    withWire(endpoints.openFollowUps, onboardingWires.openFollowUps),
    withWire(endpoints.askedBack, onboardingWires.askedBack),
  ]) {
    serve(app, call, (request) => readOpenFollowUps(storage, clientSession(request).clientId));
  }
}

/** The error for a save of which nothing was stored. */
function refusalOf(outcome: Exclude<SaveOutcome, { revision: number }>, interview: Interview): CatalogError {
  switch (outcome.kind) {
    case "idempotency-mismatch":
      return new CatalogError("IDEMPOTENCY_MISMATCH");
    case "incomplete":
      return new CatalogError("REQUIRED_MISSING", { details: missingDetails(interview, outcome.missing) });
    case "full":
      return invalidPart("data", outcome.entries.map(fullFault));
  }
}

type Author = Pick<SaveRecordContext, "device" | "helper" | "seenUntil">;

/** Who saves, and up to when they have seen follow-ups. Helpers neither see nor answer follow-ups. */
function authorOf(request: FastifyRequest): Author {
  const { helper, headers } = request;
  if (!helper) {
    const { device } = clientSession(request);
    return { device, seenUntil: seenUntil(headers[SEEN_FOLLOW_UPS_HEADER] as string | undefined) };
  }
  return { device: HELPER_DEVICE, seenUntil: Number.NEGATIVE_INFINITY, helper };
}

/** Refuses a helper's whole save if it contains an entry that the helper was not asked for. */
function refuseStray(data: RecordInput, helper: StoredHelper | undefined, shown: Definition[]): void {
  const interviews = shown.map(({ interview }) => interview);
  const stray = helper ? strayEntries(interviews, data, helper) : [];
  if (stray.length === 0) return;
  const message = "This entry isn't part of what this helper was asked";
  throw invalidPart(
    "data",
    stray.map((name) => ({ path: [name], message })),
  );
}

function fullFault(entry: string) {
  return { path: [entry], message: `Expected at most ${ANSWERS_PER_QUESTION_MAX} answers to the question` };
}

/** Names the record entries of the missing answers. */
function missingDetails(interview: Interview, ids: string[]): ErrorDetail[] {
  return questionsOf(interview)
    .filter(({ id }) => ids.includes(id))
    .map(({ entry }) => ({ path: `data.${entry}`, message: "Expected an answer" }));
}

/** Without the header, the caller counts as having seen every follow-up. */
function seenUntil(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  return header === NO_FOLLOW_UP_SEEN ? Number.NEGATIVE_INFINITY : Date.parse(header);
}
