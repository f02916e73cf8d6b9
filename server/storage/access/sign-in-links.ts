import { LINK_USED_SOON_MS, UNBOUND_LINKS_MAX } from "#contract/limits.ts";
import type { MailKind } from "#contract/manage/mail/mail.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import { insertMail } from "../outbox/mail-outbox.ts";

/** Clients ask for mails of this kind and wait for them, so an early use says nothing about scanners. */
const ASKED_FOR = "sign-in-link" satisfies MailKind;
/** After this many links in a row were used at once, mails to the client carry no link. */
const USED_SOON_MAX = 2;

export function signInLinkQueries(engine: Engine) {
  return {
    /** Whether mails to the client carry no link, since a mail scanner seems to use them. */
    areLinksOff: (clientId: string): Promise<boolean> => engine.read((db) => areUsedSoon(db, clientId)),
  };
}

type AddedLink = { clientId: string; createdAt: number; mailId?: string | null | undefined };

/** Part of the transaction that adds a link: revokes the client's oldest unused links, so that few remain. */
export async function makeRoomForLink(db: Db, { clientId, createdAt: at, mailId }: AddedLink): Promise<void> {
  // a link from an undelivered try of the same mail must not count against the links that arrived
  if (mailId) {
    const ofMail = unusedLinks(db, clientId).select("key_id").where("mail_id", "=", mailId);
    await db.deleteFrom("access_keys").where("key_id", "in", ofMail).execute();
  }
  const unused = await unusedLinks(db, clientId)
    .select("key_id")
    .where("expires_at", ">", at)
    .orderBy("created_at", "desc")
    .orderBy("key_id")
    .execute();
  const surplus = unused.slice(UNBOUND_LINKS_MAX - 1).map(({ key_id }) => key_id);
  if (surplus.length > 0)
    await db.updateTable("access_keys").set({ revoked_at: at }).where("key_id", "in", surplus).execute();
}

/** Part of the transaction that changes a client's address: readers of the old mailbox cannot use its unused links. */
export async function dropUnusedLinks(db: Db, clientId: string): Promise<void> {
  const unused = unusedLinks(db, clientId).select("key_id");
  await db.deleteFrom("access_keys").where("key_id", "in", unused).execute();
}

function unusedLinks(db: Db, clientId: string) {
  return db
    .selectFrom("access_keys")
    .where("client_id", "=", clientId)
    .where("kind", "=", "mailed")
    .where("bound_at", "is", null)
    .where("revoked_at", "is", null);
}

type FirstUse = { keyId: string; clientId: string; at: number };

/**
 * Part of the transaction in which a browser first uses a link: notifies the manager if a mail scanner seems to use
 * links.
 */
export async function linkUsed(db: Db, use: FirstUse): Promise<void> {
  if (await areUsedSoon(db, use.clientId)) await tellOfScanner(db, use);
}

async function areUsedSoon(db: Db, clientId: string): Promise<boolean> {
  const latest = await db
    .selectFrom("access_keys as keys")
    .innerJoin("mails", "mails.mail_id", "keys.mail_id")
    .select(["keys.bound_at", "keys.created_at", "mails.last_at"])
    .where("keys.client_id", "=", clientId)
    .where("keys.bound_at", "is not", null)
    .where("keys.revoked_at", "is", null)
    .where("mails.kind", "!=", ASKED_FOR)
    .orderBy("keys.bound_at", "desc")
    .orderBy("keys.key_id")
    .limit(USED_SOON_MAX)
    .execute();
  const soon = latest.filter(
    ({ bound_at, created_at, last_at }) => (bound_at ?? 0) - (last_at ?? created_at) <= LINK_USED_SOON_MS,
  );
  return soon.length === USED_SOON_MAX;
}

/** Notifies the client's manager, or the administrators if the client has no manager. */
async function tellOfScanner(db: Db, { clientId, keyId, at }: FirstUse): Promise<void> {
  const managers = await db
    .selectFrom("managers")
    .innerJoin("clients", (join) => join.on("clients.client_id", "=", clientId))
    .select("managers.manager_id")
    .where("managers.revoked_at", "is", null)
    .where((row) =>
      row.or([
        row("clients.manager_id", "=", row.ref("managers.manager_id")),
        row.and([row("clients.manager_id", "is", null), row("managers.role", "=", "administrator")]),
      ]),
    )
    .orderBy("managers.manager_id")
    .execute();
  for (const { manager_id: managerId } of managers) {
    const dedupeKey = `link-trouble:${keyId}:${managerId}`;
    await insertMail(db, { kind: "link-trouble", clientId, managerId, at, dedupeKey });
  }
}
