import { hash } from "node:crypto";
import type { QuestionMark } from "#contract/manage/answers/read-markers.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { parseStored } from "../engine/damage.ts";
import type { Engine } from "../engine/engine.ts";
import { hasClient } from "../engine/has-client.ts";
import type { Db, Tables } from "../engine/schema.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";

type ReadMarkerName = { clientId: string; managerId: string };
export type MarkReadCommand = ReadMarkerName & {
  /** The revision on the screen; 0 if nothing was saved yet. */
  revision: number;
  at: number;
  /** Pure. */
  marksOf(record: ClientRecord): QuestionMark[];
};
export type StoredReadMarker = { lookedAt: number; marks: QuestionMark[] };

export function readMarkerQueries(engine: Engine, seals: DataKeyring) {
  return {
    /** Stores what a manager has seen, for the next visit. False if that revision is not stored. */
    async put({ clientId, managerId, revision, at, marksOf }: MarkReadCommand): Promise<boolean> {
      // read before the transaction, since saves wait for its end; a stored revision never changes
      const seen = await engine.read((db) => readText(db, clientId, revision));
      if (seen === undefined) return false;
      const marks = marksOf(seen === "" ? {} : (parseStored(seen) as ClientRecord));
      const marker = {
        revision,
        content_hash: seen === "" ? "" : hash("sha256", seen),
        looked_at: at,
      };
      return engine.write(async (db) => {
        if (!(await hasClient(db, clientId))) return false;
        const { seal } = await seals.toWrite(db, clientId);
        const sealed = seal(sealingContexts.marks(managerId), JSON.stringify(marks));
        await putReadMarker(db, { client_id: clientId, manager_id: managerId, marks: sealed, ...marker });
        return true;
      });
    },

    /** Undefined if that manager has never looked at that client. */
    find: ({ clientId, managerId }: ReadMarkerName): Promise<StoredReadMarker | undefined> =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom("looks")
          .select(["marks", "looked_at"])
          .where("client_id", "=", clientId)
          .where("manager_id", "=", managerId)
          .executeTakeFirst();
        if (!row) return undefined;
        const { unseal } = await seals.toRead(db, clientId);
        const marks = parseStored(unseal(sealingContexts.marks(managerId), row.marks)) as QuestionMark[];
        return { lookedAt: row.looked_at, marks };
      }),
  };

  /** Empty before the first save. */
  async function readText(db: Db, clientId: string, revision: number) {
    if (revision === 0) return "";
    const row = await db
      .selectFrom("revisions")
      .select("body")
      .where("client_id", "=", clientId)
      .where("revision", "=", revision)
      .executeTakeFirst();
    return row && (await seals.toRead(db, clientId)).unseal(sealingContexts.record(revision), row.body);
  }
}

/** A tab left open with an older revision does not replace a newer marker. */
async function putReadMarker(db: Db, row: Tables["looks"]): Promise<void> {
  const { client_id: _client, manager_id: _manager, ...changing } = row;
  await db
    .insertInto("looks")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["client_id", "manager_id"])
        .doUpdateSet(changing)
        .where("looks.revision", "<=", row.revision),
    )
    .execute();
}
