import type { Engine } from "../engine/engine.ts";
import { hasClient } from "../engine/has-client.ts";
import type { Db, Tables } from "../engine/schema.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";

/** A manager's draft of a follow-up on a client's question. */
export type DraftName = { clientId: string; questionId: string; managerId: string };
export type StoredDraft = { questionId: string; text: string; changedAt: number };
export type SaveDraftCommand = DraftName & {
  text: string;
  /** `changedAt` of the draft that was read; null if there was no draft. */
  readAt: number | null;
  at: number;
};
/** `changed`: another device has saved since; nothing is written. */
export type SaveDraftOutcome = { changedAt: number } | "gone" | "changed";

export function draftQueries(engine: Engine, seals: DataKeyring) {
  return {
    /** Saving the stored text again changes nothing. */
    save: (command: SaveDraftCommand): Promise<SaveDraftOutcome> =>
      engine.write(async (db) => {
        const { clientId, questionId, managerId, text, readAt, at } = command;
        if (!(await hasClient(db, clientId))) return "gone";
        const place = sealingContexts.draft(managerId, questionId);
        const stored = await draftRow(db, command);
        if (stored) {
          const { unseal } = await seals.toRead(db, clientId);
          if (unseal(place, stored.body) === text) return { changedAt: stored.changed_at };
        }
        if ((stored?.changed_at ?? null) !== readAt) return "changed";
        // always later than before, even if the clock stands still or goes back
        const changedAt = Math.max(at, (stored?.changed_at ?? 0) + 1);
        const body = (await seals.toWrite(db, clientId)).seal(place, text);
        await putDraft(db, {
          manager_id: managerId,
          client_id: clientId,
          place: questionId,
          body,
          changed_at: changedAt,
        });
        return { changedAt };
      }),

    delete: (name: DraftName): Promise<void> => engine.write((db) => dropDraft(db, name)),

    /** One manager's drafts about one client, by question. */
    list: ({ clientId, managerId }: Omit<DraftName, "questionId">): Promise<StoredDraft[]> =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom("drafts")
          .select(["place", "body", "changed_at"])
          .where("client_id", "=", clientId)
          .where("manager_id", "=", managerId)
          .orderBy("place")
          .execute();
        if (rows.length === 0) return [];
        const { unseal } = await seals.toRead(db, clientId);
        return rows.map(({ place, body, changed_at }) => ({
          questionId: place,
          text: unseal(sealingContexts.draft(managerId, place), body),
          changedAt: changed_at,
        }));
      }),
  };
}

/** Part of a transaction. */
export async function dropDraft(db: Db, { clientId, questionId, managerId }: DraftName): Promise<void> {
  await db
    .deleteFrom("drafts")
    .where("client_id", "=", clientId)
    .where("manager_id", "=", managerId)
    .where("place", "=", questionId)
    .execute();
}

function draftRow(db: Db, { clientId, questionId, managerId }: DraftName) {
  return db
    .selectFrom("drafts")
    .select(["body", "changed_at"])
    .where("client_id", "=", clientId)
    .where("manager_id", "=", managerId)
    .where("place", "=", questionId)
    .executeTakeFirst();
}

async function putDraft(db: Db, row: Tables["drafts"]): Promise<void> {
  const { body, changed_at } = row;
  await db
    .insertInto("drafts")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["client_id", "manager_id", "place"]).doUpdateSet({ body, changed_at }),
    )
    .execute();
}
