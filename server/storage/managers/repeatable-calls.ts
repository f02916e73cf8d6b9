import type { Engine } from "../engine/engine.ts";
import { hasClient } from "../engine/has-client.ts";
import type { Db } from "../engine/schema.ts";
import { type DataKeyring, INSTALLATION_OWNER } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";

/** Names a call with an idempotency key; each caller has separate keys. */
export type CallName = {
  /** SHA-256 of the credential, hex. */
  caller: string;
  /** SHA-256 of the key, hex. */
  keyHash: string;
};
export type CallToBegin = CallName & {
  requestHash: string;
  /** The client that the call is about, if known beforehand. */
  clientId: string | undefined;
  at: number;
  /** Keys last used before this instant have expired and can be used again. */
  keptSince: number;
};
export type AnswerToKeep = CallName & {
  answer: string;
  /** The client that the call is about, if the answer shows it. */
  clientId: string | undefined;
};

/** `begun`: the call has not been made before. `unfinished`: the call is under way, or its answer was not stored. */
export type CallBeginning =
  | { kind: "begun" | "other-request" | "unfinished" }
  | { kind: "answered"; answer: string };

export function repeatableCallQueries(engine: Engine, seals: DataKeyring) {
  return {
    /** Reserves the key for this call, or returns what the key was used for. */
    begin: (call: CallToBegin): Promise<CallBeginning> =>
      engine.write(async (db) => {
        await rowOf(db.deleteFrom("repeatable_calls"), call).where("used_at", "<", call.keptSince).execute();
        const { caller, keyHash, requestHash, clientId = null, at } = call;
        const row = {
          caller,
          key_hash: keyHash,
          request_hash: requestHash,
          client_id: clientId,
          used_at: at,
        };
        const begun = await db
          .insertInto("repeatable_calls")
          .values({ ...row, answer: null })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        return (begun.numInsertedOrUpdatedRows ?? 0n) > 0n ? { kind: "begun" } : found(db, call);
      }),

    /** Stores the answer for repeats, unless the client was erased meanwhile. */
    keepAnswer: ({ answer, clientId, ...name }: AnswerToKeep): Promise<void> =>
      engine.write(async (db) => {
        const row = await rowOf(
          db.selectFrom("repeatable_calls").select("client_id"),
          name,
        ).executeTakeFirst();
        if (!row) return;
        const client_id = row.client_id ?? clientId ?? null;
        if (client_id !== null && !(await hasClient(db, client_id))) return;
        const { seal } = await seals.toWrite(db, client_id ?? INSTALLATION_OWNER);
        const sealed = seal(sealingContexts.repeatableAnswer(name.caller, name.keyHash), answer);
        await rowOf(db.updateTable("repeatable_calls"), name).set({ answer: sealed, client_id }).execute();
      }),

    /** After a call that did nothing: the key can be used again. */
    release: (name: CallName): Promise<void> =>
      engine.write(async (db) => {
        await rowOf(db.deleteFrom("repeatable_calls"), name).execute();
      }),

    dropOld: (before: number): Promise<void> =>
      engine.write(async (db) => {
        await db.deleteFrom("repeatable_calls").where("used_at", "<", before).execute();
      }),
  };

  async function found(db: Db, call: CallToBegin): Promise<CallBeginning> {
    const calls = db.selectFrom("repeatable_calls").select(["request_hash", "answer", "client_id"]);
    const row = await rowOf(calls, call).executeTakeFirstOrThrow();
    if (row.request_hash !== call.requestHash) return { kind: "other-request" };
    if (row.answer === null) return { kind: "unfinished" };
    const { unseal } = await seals.toRead(db, row.client_id ?? INSTALLATION_OWNER);
    return {
      kind: "answered",
      answer: unseal(sealingContexts.repeatableAnswer(call.caller, call.keyHash), row.answer),
    };
  }
}

type OfCalls<Query> = {
  where(column: "caller" | "key_hash", is: "=", value: string): Query & OfCalls<Query>;
};

function rowOf<Query>(query: OfCalls<Query>, { caller, keyHash }: CallName): Query {
  return query.where("caller", "=", caller).where("key_hash", "=", keyHash);
}
