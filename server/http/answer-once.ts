import { createHash, createHmac } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HOUR_MS } from "#contract/instants.ts";
import { IDEMPOTENCY_KEY_MAX_LENGTH } from "#contract/limits.ts";
import { REPEATABLE_HOURS } from "#contract/manage/limits.ts";
import type { CallName } from "../storage/managers/repeatable-calls.ts";
import type { Storage } from "../storage/storage.ts";
import { CatalogError } from "./errors.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Answers a call that creates something. A repeat with the same idempotency key gets the stored answer. */
    answerOnce: AnswerOnce;
  }
}

type AnswerOnce = (
  request: FastifyRequest,
  reply: FastifyReply,
  /** Does the work; the result becomes the `data` of the answer. */
  make: () => Promise<unknown>,
) => Promise<unknown>;

type Keeping = {
  storage: Pick<Storage, "repeatableCalls">;
  clock: () => number;
  /** The hash of the credential that the request was made with. */
  callerOf: (request: FastifyRequest) => string;
};

/** Visible ASCII and spaces, which every proxy passes on unchanged. */
const KEY_FORM = /^[\u0020-\u007e]+$/;
const JSON_TYPE = "application/json; charset=utf-8";

/** Call it before registering routes whose endpoints are `isRepeatable`. */
export function keepAnswers(app: FastifyInstance, { storage, clock, callerOf }: Keeping): void {
  const calls = storage.repeatableCalls;

  app.decorate("answerOnce", async (request, reply, make) => {
    const key = keyOf(request);
    if (key === undefined) return { data: await make() };
    const name = { caller: callerOf(request), keyHash: createHash("sha256").update(key).digest("hex") };
    const at = clock();
    const begun = await calls.begin({
      ...name,
      requestHash: requestHash(request, key),
      clientId: clientIdIn(request.params),
      at,
      keptSince: at - REPEATABLE_HOURS * HOUR_MS,
    });
    switch (begun.kind) {
      case "other-request":
        throw new CatalogError("IDEMPOTENCY_MISMATCH");
      case "unfinished":
        throw new CatalogError("CALL_UNFINISHED");
      case "answered":
        return asJson(reply.header("idempotent-replayed", "true"), begun.answer);
      case "begun":
        return answerFirst(request, reply, { name, make });
    }
  });

  async function answerFirst(
    request: FastifyRequest,
    reply: FastifyReply,
    { name, make }: { name: CallName; make: () => Promise<unknown> },
  ): Promise<string> {
    const data = await make().catch(async (error: unknown) => {
      // a refusal created nothing, so the key is free again; after any other failure it is unknown what was created
      if (error instanceof CatalogError) await attempt(request, calls.release(name));
      throw error;
    });
    const answer = String(reply.serialize({ data }));
    await attempt(request, calls.keepAnswer({ ...name, answer, clientId: clientIdIn(data) }));
    return asJson(reply, answer);
  }
}

/** If storing fails, the key stays used, and the caller still gets the outcome of the call. */
async function attempt(request: FastifyRequest, work: Promise<void>): Promise<void> {
  await work.catch((error) =>
    request.log.warn({ err: error }, "could not store the reply for a repeat of this call"),
  );
}

function asJson(reply: FastifyReply, text: string): string {
  // the text is serialized already
  reply.type(JSON_TYPE).serializer(String);
  return text;
}

function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key === "string" && key.length <= IDEMPOTENCY_KEY_MAX_LENGTH && KEY_FORM.test(key)) return key;
  throw new CatalogError("IDEMPOTENCY_KEY_INVALID");
}

/**
 * Keyed with the idempotency key, which is not stored: with a random key, a reader of the table cannot test guesses at
 * bodies.
 */
function requestHash({ method, routeOptions, params, body }: FastifyRequest, key: string): string {
  const asked = JSON.stringify([method, routeOptions.url, params ?? null, body ?? null]);
  return createHmac("sha256", key).update(asked).digest("hex");
}

function clientIdIn(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("clientId" in value)) return undefined;
  return typeof value.clientId === "string" ? value.clientId : undefined;
}
