import type { Selectable } from "kysely";
import {
  BULK_ERASE_HELD_SECONDS,
  type BulkAct,
  type BulkCause,
  type BulkItemState,
  type BulkState,
} from "#contract/manage/bulk.ts";
import type { ReminderKind } from "#contract/manage/mail/mail.ts";
import type { Scope } from "../clients/scope.ts";
import type { ClientInterview } from "../engine/client-interview.ts";
import { parseStored } from "../engine/damage.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";
import type { ContentMarker, ReadRecord } from "../follow-ups/approvals.ts";
import type { ReminderFacts } from "../mail/mail-plan.ts";
import { endJob, holdsLease, insertJob, type TakenJob } from "../outbox/jobs.ts";
import { webhookOutbox } from "../outbox/webhook-outbox.ts";
import { type DataKeyring, INSTALLATION_OWNER } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
import { applyAct, type ItemOutcome, undoAct } from "./bulk-acts.ts";

/** The kind of the job that works through a bulk action. */
export const BULK_JOB = "do-bulk";
/** Small batches, so that no save waits long. */
const CLIENTS_AT_ONCE = 25;
const SKIPPED_SHOWN = 100;

export type NewBulk = { bulkId: string; managerId: string; act: BulkAct; clientIds: string[]; at: number };

export type StoredBulk = {
  bulkId: string;
  act: BulkAct;
  state: BulkState;
  createdAt: number;
  /** Null while items remain to be done. */
  endedAt: number | null;
  counts: { [State in BulkItemState]: number };
  causes: Map<BulkCause, number>;
  /** The first skipped clients, at most SKIPPED_SHOWN. */
  skipped: { clientId: string; clientName: string; cause: BulkCause }[];
};

/** What a bulk action needs to know beside the stored data. */
export type BulkStep = {
  at: number;
  /** Whether there is a mail server. */
  isMailOn: boolean;
  /** Pure. What the client would be reminded of; undefined if there is nothing to do for the client. */
  neededOf(facts: ReminderFacts): ReminderKind | undefined;
  /** Pure. The marks for the interview that the client is asked. */
  markingOf(interview: ClientInterview): ContentMarker;
};

export function bulkQueries(engine: Engine, seals: DataKeyring, readRecord: ReadRecord) {
  const outbox = webhookOutbox(engine, seals);

  async function actOf(db: Db, { bulk_id, params }: Pick<Tables["bulk_jobs"], "bulk_id" | "params">) {
    const { unseal } = await seals.toRead(db, INSTALLATION_OWNER);
    return parseStored(unseal(sealingContexts.bulkParams(bulk_id), params)) as BulkAct;
  }

  /** A bulk action of this manager, since only the manager who started it may see it. */
  const own = (db: Db, managerId: string, bulkId: string) =>
    db
      .selectFrom("bulk_jobs")
      .selectAll()
      .where("bulk_id", "=", bulkId)
      .where("manager_id", "=", managerId)
      .executeTakeFirst();

  /** Changes the state of a bulk action and wakes its job. False if its state is not in `from`. */
  async function turn(
    { managerId, bulkId, at }: { managerId: string; bulkId: string; at: number },
    { from, to }: { from: BulkState[]; to: BulkState },
  ): Promise<boolean> {
    return engine.write(async (db) => {
      const turned = await db
        .updateTable("bulk_jobs")
        .set({ state: to, ended_at: null })
        .where("bulk_id", "=", bulkId)
        .where("manager_id", "=", managerId)
        .where("state", "in", from)
        .executeTakeFirst();
      if (turned.numUpdatedRows === 0n) return false;
      await wakeBulk(db, bulkId, at);
      return true;
    });
  }

  /** Returns the ids of the clients that were erased. */
  async function doItems(db: Db, { row, items, step }: Doing): Promise<string[]> {
    const act = await actOf(db, row);
    const { manager_id: managerId, bulk_id: bulkId } = row;
    const scope = await scopeOf(db, managerId);
    const erased: string[] = [];
    for (const { client_id: clientId, place, before } of items) {
      const on = { ...step, bulkId, clientId, place, scope, managerId };
      const outcome =
        row.state === "undone"
          ? await undoAct(db, act, { ...on, before: parseStored(before ?? "{}") })
          : await applyAct(db, act, { ...on, startedAt: row.created_at, seals, outbox, readRecord });
      await settleItem(db, { bulkId, clientId }, outcome);
      if (act.action === "erase" && outcome.state === "done") erased.push(clientId);
    }
    return erased;
  }

  /** Deletes the words written to clients: after a client is erased, nothing of them may remain. */
  async function endBulk(db: Db, row: Selectable<Tables["bulk_jobs"]>, at: number): Promise<void> {
    const { bulk_id: bulkId, state, ended_at } = row;
    if (ended_at !== null) return;
    const { words: _words, ...act } = { words: undefined, ...(await actOf(db, row)) };
    const { seal } = await seals.toWrite(db, INSTALLATION_OWNER);
    await db
      .updateTable("bulk_jobs")
      .set({
        state: state === "running" ? "done" : state,
        ended_at: at,
        params: seal(sealingContexts.bulkParams(bulkId), JSON.stringify(act)),
      })
      .where("bulk_id", "=", bulkId)
      .execute();
  }

  return {
    /** `running`: the manager's previous bulk action has not ended. */
    start: ({ bulkId, managerId, act, clientIds, at }: NewBulk): Promise<"started" | "running"> =>
      engine.write(async (db) => {
        const last = db.selectFrom("bulk_jobs").select("bulk_id").where("manager_id", "=", managerId);
        if (await last.where("ended_at", "is", null).executeTakeFirst()) return "running";
        const { seal } = await seals.toWrite(db, INSTALLATION_OWNER);
        const params = seal(sealingContexts.bulkParams(bulkId), JSON.stringify(act));
        await db
          .insertInto("bulk_jobs")
          .values({
            bulk_id: bulkId,
            manager_id: managerId,
            action: act.action,
            params,
            state: "running",
            created_at: at,
            ended_at: null,
          } satisfies Tables["bulk_jobs"])
          .execute();
        const items = clientIds.map((client_id, place): Tables["bulk_items"] => ({
          bulk_id: bulkId,
          client_id,
          place,
          state: "waiting",
          cause: null,
          before: null,
        }));
        for (let first = 0; first < items.length; first += 500)
          await db
            .insertInto("bulk_items")
            .values(items.slice(first, first + 500))
            .execute();
        const heldMs = act.action === "erase" ? BULK_ERASE_HELD_SECONDS * 1_000 : 0;
        await wakeBulk(db, bulkId, at + heldMs);
        return "started";
      }),

    /** Performs an action as the operator, a few clients per transaction, and returns the outcome for each client. */
    actAtOnce: async (act: BulkAct, clientIds: string[], step: BulkStep): Promise<ItemOutcome[]> => {
      const outcomes: ItemOutcome[] = [];
      for (let first = 0; first < clientIds.length; first += CLIENTS_AT_ONCE) {
        const some = clientIds.slice(first, first + CLIENTS_AT_ONCE);
        const done = await engine.write(async (db) => {
          const ofSome: ItemOutcome[] = [];
          for (const [place, clientId] of some.entries()) {
            const by = { bulkId: undefined, managerId: OPERATOR, scope: "all" as const };
            const on = {
              ...step,
              ...by,
              clientId,
              place: first + place,
              startedAt: step.at,
              seals,
              outbox,
              readRecord,
            };
            ofSome.push(await applyAct(db, act, on));
          }
          return ofSome;
        });
        outcomes.push(...done);
      }
      return outcomes;
    },

    find: (managerId: string, bulkId: string): Promise<StoredBulk | undefined> =>
      engine.read(async (db) => {
        const row = await own(db, managerId, bulkId);
        if (!row) return undefined;
        const { state, created_at: createdAt, ended_at: endedAt } = row;
        return {
          bulkId,
          act: await actOf(db, row),
          state,
          createdAt,
          endedAt,
          ...(await countItems(db, bulkId)),
          skipped: await listSkipped(db, bulkId),
        };
      }),

    /**
     * Of the oldest action that ended before an instant, deletes up to `limit` items, and the action after its last
     * item. False if no action is that old.
     */
    dropEnded: (before: number, limit: number): Promise<boolean> =>
      engine.write(async (db) => {
        const ended = await db
          .selectFrom("bulk_jobs")
          .select("bulk_id")
          .where("ended_at", "<", before)
          .orderBy("ended_at")
          .orderBy("bulk_id")
          .executeTakeFirst();
        if (!ended) return false;
        const items = db.selectFrom("bulk_items").where("bulk_id", "=", ended.bulk_id);
        const some = await items.select("client_id").orderBy("place").limit(limit).execute();
        if (some.length > 0) {
          const ids = some.map(({ client_id }) => client_id);
          const dropped = db.deleteFrom("bulk_items").where("bulk_id", "=", ended.bulk_id);
          await dropped.where("client_id", "in", ids).execute();
        }
        if (some.length < limit)
          await db.deleteFrom("bulk_jobs").where("bulk_id", "=", ended.bulk_id).execute();
        return true;
      }),

    stop: (turned: { managerId: string; bulkId: string; at: number }): Promise<boolean> =>
      turn(turned, { from: ["running"], to: "stopped" }),

    undo: (turned: { managerId: string; bulkId: string; at: number }): Promise<boolean> =>
      turn(turned, { from: ["running", "stopped", "done"], to: "undone" }),

    /** Does the next few items in one transaction; `over` if none is left, and the job has ended. */
    async step(job: TakenJob, bulkId: string, step: BulkStep): Promise<"more" | "over"> {
      const erased = await engine.write(async (db) => {
        if (!(await holdsLease(db, job))) return undefined;
        const row = await db
          .selectFrom("bulk_jobs")
          .selectAll()
          .where("bulk_id", "=", bulkId)
          .executeTakeFirst();
        const items = row ? await nextItems(db, row) : [];
        if (row && items.length > 0) return doItems(db, { row, items, step });
        if (row) await endBulk(db, row, step.at);
        await endJob(db, job);
        return undefined;
      });
      if (!erased) return "over";
      for (const clientId of erased) seals.forget(clientId);
      return "more";
    },
  };
}

function wakeBulk(db: Db, bulkId: string, at: number): Promise<void> {
  return insertJob(db, { kind: BULK_JOB, dedupeKey: `${BULK_JOB}:${bulkId}`, payload: { bulkId }, at });
}

/** The next items in their order. An undo works on the items that are done. */
function nextItems(db: Db, { bulk_id, state }: Pick<Tables["bulk_jobs"], "bulk_id" | "state">) {
  if (state === "stopped") return [];
  return db
    .selectFrom("bulk_items")
    .select(["client_id", "place", "before"])
    .where("bulk_id", "=", bulk_id)
    .where("state", "=", state === "undone" ? "done" : "waiting")
    .orderBy("place")
    .limit(CLIENTS_AT_ONCE)
    .execute();
}

type Doing = {
  row: Selectable<Tables["bulk_jobs"]>;
  items: Pick<Tables["bulk_items"], "client_id" | "place" | "before">[];
  step: BulkStep;
};

async function settleItem(
  db: Db,
  { bulkId, clientId }: { bulkId: string; clientId: string },
  outcome: ItemOutcome,
): Promise<void> {
  await db
    .updateTable("bulk_items")
    .set({
      state: outcome.state,
      cause: "cause" in outcome ? outcome.cause : null,
      ...("before" in outcome && { before: JSON.stringify(outcome.before) }),
    })
    .where("bulk_id", "=", bulkId)
    .where("client_id", "=", clientId)
    .execute();
}

/** The manager's present scope: clients that the manager no longer has are skipped, and a revoked manager has none. */
async function scopeOf(db: Db, managerId: string): Promise<Scope> {
  const manager = await db
    .selectFrom("managers")
    .select(["role", "revoked_at"])
    .where("manager_id", "=", managerId)
    .executeTakeFirst();
  if (!manager || manager.revoked_at !== null) return NO_CLIENTS;
  return manager.role === "administrator" ? "all" : { managerId };
}

const NO_CLIENTS: Scope = { managerId: "" };
/** The actor in the audit trail, as for all other commands. */
const OPERATOR = "operator";

async function countItems(db: Db, bulkId: string): Promise<Pick<StoredBulk, "counts" | "causes">> {
  const rows = await db
    .selectFrom("bulk_items")
    .select(({ fn }) => ["state", "cause", fn.countAll<number>().as("clients")])
    .where("bulk_id", "=", bulkId)
    .groupBy(["state", "cause"])
    .execute();
  const counts = { waiting: 0, done: 0, skipped: 0, undone: 0 };
  const causes = new Map<BulkCause, number>();
  for (const { state, cause, clients } of rows) {
    counts[state] += Number(clients);
    if (cause !== null) causes.set(cause, Number(clients));
  }
  return { counts, causes };
}

async function listSkipped(db: Db, bulkId: string): Promise<StoredBulk["skipped"]> {
  const rows = await db
    .selectFrom("bulk_items")
    .innerJoin("clients", "clients.client_id", "bulk_items.client_id")
    .select(["bulk_items.client_id", "clients.name", "bulk_items.cause"])
    .where("bulk_id", "=", bulkId)
    .where("bulk_items.state", "=", "skipped")
    .where("clients.erased_at", "is", null)
    .orderBy("place")
    .limit(SKIPPED_SHOWN)
    .execute();
  return rows.flatMap(({ client_id: clientId, name: clientName, cause }) =>
    cause === null ? [] : [{ clientId, clientName, cause }],
  );
}
