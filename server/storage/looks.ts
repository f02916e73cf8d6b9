import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import type { QuestionMark } from "#contract/manage/looks.ts";
import type { ClientRecord } from "#contract/record.ts";
import { hasClient } from "./clients.ts";
import { parseStored } from "./damage.ts";
import type { Engine } from "./engine.ts";
import type { Tables } from "./schema.ts";
import type { Seal } from "./seal.ts";

type LookName = { clientId: string; managerId: string };
export type NoteLookCommand = LookName & {
  /** The one that was on the screen; 0 where nothing was saved yet. */
  revision: number;
  at: number;
  /** Pure. */
  marksOf(record: ClientRecord): QuestionMark[];
};
export type StoredLook = { lookedAt: number; marks: QuestionMark[] };

export function lookQueries(engine: Engine, seal: Seal) {
  return {
    /** Notes what a manager has seen, for the next visit. False where that revision is not stored. */
    async noteLook({ clientId, managerId, revision, at, marksOf }: NoteLookCommand): Promise<boolean> {
      // before the transaction, since saves wait for its end; a stored revision never changes
      const seen = await engine.read((db) => readText(db, clientId, revision));
      if (seen === undefined) return false;
      const marks = marksOf(seen === "" ? {} : (parseStored(seen) as ClientRecord));
      const look = {
        revision,
        content_hash: seen === "" ? "" : hash("sha256", seen),
        marks: seal.seal(JSON.stringify(marks)),
        looked_at: at,
      };
      return engine.write((db) => putLook(db, { client_id: clientId, manager_id: managerId, ...look }));
    },

    /** Undefined where that manager has never looked at that client. */
    findLook: ({ clientId, managerId }: LookName): Promise<StoredLook | undefined> =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom("looks")
          .select(["marks", "looked_at"])
          .where("client_id", "=", clientId)
          .where("manager_id", "=", managerId)
          .executeTakeFirst();
        if (!row) return undefined;
        return { lookedAt: row.looked_at, marks: parseStored(seal.unseal(row.marks)) as QuestionMark[] };
      }),
  };

  /** Empty before the first save. */
  async function readText(db: Kysely<Tables>, clientId: string, revision: number) {
    if (revision === 0) return "";
    const row = await db
      .selectFrom("revisions")
      .select("body")
      .where("client_id", "=", clientId)
      .where("revision", "=", revision)
      .executeTakeFirst();
    return row && seal.unseal(row.body);
  }
}

/** A page that was left open with an older revision takes nothing back. */
async function putLook(db: Kysely<Tables>, row: Tables["looks"]): Promise<boolean> {
  const { client_id, manager_id: _key, ...changing } = row;
  if (!(await hasClient(db, client_id))) return false;
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
  return true;
}
