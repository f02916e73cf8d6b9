import { type AccountAct, accountActs } from "#contract/manage/mail/account-acts.ts";
import { type EventKind, insertEvents, type StorageEvent } from "../audit/events.ts";
import type { Db } from "../engine/schema.ts";
import { insertMail } from "../outbox/mail-outbox.ts";

/**
 * Adds acts on an account to the audit trail, or acts on the protection of all accounts, with a null id. If
 * `isNotified` is true, each administrator gets a mail.
 */
export async function insertAccountEvents(
  db: Db,
  managerId: string | null,
  events: readonly StorageEvent[],
): Promise<void> {
  await insertEvents(db, [...events]);
  for (const { isNotified, kind, actor, at } of events)
    if (isNotified && isAccountAct(kind)) await tellAdministrators(db, { act: kind, managerId, actor, at });
}

type AccountChange = { act: AccountAct; managerId: string | null; actor: string; at: number };

/** Includes the acting administrator: an owner thus learns of acts in a stolen session. */
async function tellAdministrators(db: Db, { act, managerId, actor, at }: AccountChange): Promise<void> {
  const administrators = await activeAdministrators(db);
  // the owner of a new account gets a link instead
  const notified = administrators.filter((id) => act !== "manager.added" || id !== managerId);
  for (const administrator of notified)
    await insertMail(db, {
      kind: "account-changed",
      clientId: null,
      managerId: administrator,
      act,
      ...(managerId !== null && { aboutManagerId: managerId }),
      askedBy: actor,
      at,
    });
}

/** Ids of the administrators who may sign in. */
export async function activeAdministrators(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("managers")
    .select("manager_id")
    .where("role", "=", "administrator")
    .where("revoked_at", "is", null)
    .orderBy("manager_id")
    .execute();
  return rows.map(({ manager_id }) => manager_id);
}

function isAccountAct(kind: EventKind): kind is AccountAct {
  return accountActs.some((act) => act === kind);
}
