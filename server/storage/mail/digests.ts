import type { ResponsibleManager } from "../clients/scope.ts";
import type { Engine } from "../engine/engine.ts";
import { insertMail } from "../outbox/mail-outbox.ts";
import { wantsMail } from "../outbox/wanted-mail.ts";

/** A manager who wants a digest. */
export type DigestReader = ResponsibleManager & {
  /** IANA name; null before a browser has reported it. */
  timeZone: string | null;
  /** YYYY-MM-DD in the manager's time zone: the latest day that is settled. */
  digestedOn: string | null;
  /** Since when the manager wants the digest: from the choice, or else from the start of the account. */
  since: number;
};

export type DigestDay = {
  managerId: string;
  /** YYYY-MM-DD in the manager's time zone. */
  day: string;
  /** An empty digest is not mailed, but the day is settled. */
  isEmpty: boolean;
  at: number;
};

export function digestQueries(engine: Engine) {
  return {
    listDigestReaders: (): Promise<DigestReader[]> =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom("managers")
          .leftJoin("mail_choices", "mail_choices.manager_id", "managers.manager_id")
          .select(["managers.manager_id", "managers.role", "managers.time_zone", "managers.digested_on"])
          .select(["managers.created_at", "mail_choices.changed_at"])
          .where("managers.revoked_at", "is", null)
          .where(wantsMail("digest"))
          .orderBy("managers.manager_id")
          .execute();
        return rows.map((row) => ({
          managerId: row.manager_id,
          role: row.role,
          timeZone: row.time_zone,
          digestedOn: row.digested_on,
          since: row.changed_at ?? row.created_at,
        }));
      }),

    /** Settles a day, with a mail unless the digest is empty. False if that day or a later one is already settled. */
    putDigest: ({ managerId, day, isEmpty, at }: DigestDay): Promise<boolean> =>
      engine.write(async (db) => {
        const settled = await db
          .updateTable("managers")
          .set({ digested_on: day })
          .where("manager_id", "=", managerId)
          .where("revoked_at", "is", null)
          .where((row) => row.or([row("digested_on", "is", null), row("digested_on", "<", day)]))
          .executeTakeFirst();
        if (settled.numUpdatedRows === 0n) return false;
        if (!isEmpty)
          await insertMail(db, {
            kind: "digest",
            clientId: null,
            managerId,
            at,
            dedupeKey: `digest:${managerId}:${day}`,
          });
        return true;
      }),
  };
}
