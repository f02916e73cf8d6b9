import { insertEvents, type StorageEvent } from "../audit/events.ts";
import { rowsOf, type StoredRow } from "../engine/columns.ts";
import type { Engine } from "../engine/engine.ts";
import { foldedName } from "../engine/normalized-name.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { insertMail, type NewMail } from "../outbox/mail-outbox.ts";
import { canStandIn, endAbsenceForGood, passOn } from "./absences.ts";
import { insertAccountEvents } from "./account-events.ts";
import { endAccessOf, endSessionsOf } from "./end-sessions.ts";

/**
 * `email` is lower case; `passwordHash` is null until the first link is used; `secondFactorAt` is when the second
 * factor was turned on, and null if it is off.
 */
export type StoredManager = StoredRow<"managers">;
export type NewManager = Pick<StoredManager, "managerId" | "name" | "email" | "role" | "createdAt">;
export type ListedManager = StoredManager & { clients: number };

/** `tokenHash` is the SHA-256 of the token in the link, hex. */
export type PasswordLinkRow = { tokenHash: string; managerId: string; createdAt: number; expiresAt: number };

/** A link to show, or the mail that will carry a link. */
export type LinkDelivery = PasswordLinkRow | { mail: NewMail };

/** `handTo`: the manager who gets the account's clients. */
export type Revocation = { managerId: string; at: number; handTo?: string | null | undefined };

/** A request with this address, in lower case, from a person who has forgotten the password. */
export type ForgottenPassword = { email: string; at: number };

/** A new password set by a link: the token's hash and the password's. */
export type LinkUse = { tokenHash: string; at: number; passwordHash: string };

/** `last-administrator`: only an administrator can make another one, so the last stays. */
export type ChangeOutcome = "changed" | "missing" | "last-administrator";
/** `no-colleague`: the clients cannot go to that account. */
export type RevokeOutcome = ChangeOutcome | "no-colleague";

const { stored: managerOf, row: managerRow } = rowsOf("managers");

export { managerOf };

export function managerQueries(engine: Engine) {
  return {
    /** False if another account has the email address. */
    add: (manager: NewManager, way: LinkDelivery, events: StorageEvent[]): Promise<boolean> =>
      engine.write(async (db) => {
        const added = await db
          .insertInto("managers")
          .values(newRow(manager))
          .onConflict((conflict) => conflict.column("email").doNothing())
          .executeTakeFirst();
        if (added.numInsertedOrUpdatedRows === 0n) return false;
        await putLink(db, way);
        await insertAccountEvents(db, manager.managerId, events);
        return true;
      }),

    /** By name, ignoring case and accents. */
    list: (): Promise<ListedManager[]> =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom("managers")
          .selectAll()
          .select((row) =>
            row
              .selectFrom("clients")
              .whereRef("clients.manager_id", "=", "managers.manager_id")
              .where("clients.erased_at", "is", null)
              .select(({ fn }) => fn.countAll<number>().as("count"))
              .as("clients"),
          )
          .execute();
        const managers = rows.map((row) => ({ ...managerOf(row), clients: Number(row.clients ?? 0) }));
        return managers.toSorted(byName);
      }),

    find: (managerId: string): Promise<StoredManager | undefined> =>
      engine.read((db) => findWhere(db, "manager_id", managerId)),

    findByEmail: (email: string): Promise<StoredManager | undefined> =>
      engine.read((db) => findWhere(db, "email", email)),

    change: (
      { managerId, name, role }: Pick<StoredManager, "managerId" | "name" | "role">,
      events: StorageEvent[],
    ): Promise<ChangeOutcome> =>
      engine.write(async (db) => {
        const before = await findWhere(db, "manager_id", managerId);
        if (!before) return "missing";
        if (role !== "administrator" && (await isLastAdministrator(db, before))) return "last-administrator";
        await db.updateTable("managers").set({ name, role }).where("manager_id", "=", managerId).execute();
        // a new name gives no access, so administrators are not notified
        if (role === before.role) await insertEvents(db, events);
        else await insertAccountEvents(db, managerId, events);
        return "changed";
      }),

    /**
     * Ends everything that the account signs in with, except the password. Its clients go to the colleague `handTo`, or
     * to the administrators if that is null. Waiting mails about them find their new reader at sending.
     */
    revoke: ({ managerId, at, handTo = null }: Revocation, events: StorageEvent[]): Promise<RevokeOutcome> =>
      engine.write(async (db) => {
        const before = await findWhere(db, "manager_id", managerId);
        if (!before) return "missing";
        if (handTo !== null && !(await canStandIn(db, managerId, handTo))) return "no-colleague";
        if (await isLastAdministrator(db, before)) return "last-administrator";
        if (before.revokedAt !== null) return "changed";
        await endAccount(db, { managerId, at, handTo });
        await insertAccountEvents(db, managerId, events);
        return "changed";
      }),

    /** Stores the time zone of the manager's browser. */
    noteTimeZone: (managerId: string, timeZone: string): Promise<void> =>
      engine.write(async (db) => {
        await db
          .updateTable("managers")
          .set({ time_zone: timeZone })
          .where("manager_id", "=", managerId)
          .execute();
      }),

    revive: (managerId: string, events: StorageEvent[]): Promise<ChangeOutcome> =>
      engine.write(async (db) => {
        const revived = await db
          .updateTable("managers")
          .set({ revoked_at: null })
          .where("manager_id", "=", managerId)
          .executeTakeFirst();
        if (revived.numUpdatedRows === 0n) return "missing";
        await insertAccountEvents(db, managerId, events);
        return "changed";
      }),

    /** Replaces an earlier link. False if the account does not exist or is revoked. */
    putPasswordLink: (link: PasswordLinkRow, events: StorageEvent[]): Promise<boolean> =>
      engine.write(async (db) => {
        const { managerId } = link;
        return (await replaceLinks(db, { managerId, wayFor: () => link, events })) !== undefined;
      }),

    /** Like `putPasswordLink`, with a mail that will carry the link. Returns the account. */
    mailPasswordLink: (
      managerId: string,
      mailFor: (manager: StoredManager) => NewMail,
      events: StorageEvent[],
    ): Promise<StoredManager | undefined> =>
      engine.write((db) =>
        replaceLinks(db, { managerId, wayFor: (manager) => ({ mail: mailFor(manager) }), events }),
      ),

    /** Adds the link of a mail that is about to be sent; earlier links stay valid until one is used. */
    addPasswordLink: (link: PasswordLinkRow): Promise<void> => engine.write((db) => putLink(db, link)),

    /**
     * Adds a mail with a link for the account of an address. False if there is no such account, or if its owner has no
     * password and signs in with OpenID Connect: a link would be a second way in.
     */
    mailForgottenLink: (
      { email, ...asked }: ForgottenPassword,
      eventOf: (managerId: string) => StorageEvent,
    ): Promise<boolean> =>
      engine.write(async (db) => {
        const manager = await findWhere(db, "email", email);
        if (!manager || manager.revokedAt !== null) return false;
        const { managerId } = manager;
        if (manager.passwordHash === null && (await isLinked(db, managerId))) return false;
        await insertMail(db, { kind: "password-link", clientId: null, managerId, at: asked.at });
        await insertEvents(db, [eventOf(managerId)]);
        return true;
      }),

    /** The account of a valid link. */
    findPasswordLink: (tokenHash: string, now: number): Promise<StoredManager | undefined> =>
      engine.read((db) => linkOwner(db, tokenHash, now)),

    /**
     * Sets the password, consumes the link, and ends all sessions and API tokens of the account. With a second factor,
     * nothing changes before its code (`beginStep`). Undefined if the link is not valid.
     */
    redeemPasswordLink: (
      { tokenHash, at, passwordHash }: LinkUse,
      eventOf: (managerId: string) => StorageEvent,
    ): Promise<StoredManager | undefined> =>
      engine.write(async (db) => {
        const manager = await linkOwner(db, tokenHash, at);
        if (!manager || manager.secondFactorAt !== null) return manager;
        const { managerId } = manager;
        await setPasswordByLink(db, managerId, passwordHash);
        await insertEvents(db, [eventOf(managerId)]);
        return { ...manager, passwordHash };
      }),

    /** Also ends every other session of the account, and any open password link. */
    setPassword: (
      managerId: string,
      { passwordHash, keptToken }: { passwordHash: string; keptToken: string },
      events: StorageEvent[],
    ): Promise<void> =>
      engine.write(async (db) => {
        await db
          .updateTable("managers")
          .set({ password_hash: passwordHash })
          .where("manager_id", "=", managerId)
          .execute();
        await db.deleteFrom("password_links").where("manager_id", "=", managerId).execute();
        await endSessionsOf(db, managerId, keptToken);
        await insertEvents(db, events);
      }),
  };
}

/** A lost password may mean more is lost, so everything that signed in with the password ends. */
export async function setPasswordByLink(db: Db, managerId: string, passwordHash: string): Promise<void> {
  await db
    .updateTable("managers")
    .set({ password_hash: passwordHash })
    .where("manager_id", "=", managerId)
    .execute();
  await db.deleteFrom("password_links").where("manager_id", "=", managerId).execute();
  await endAccessOf(db, managerId);
}

/** Sorted here, since the database would sort by its locale. */
function byName(one: StoredManager, other: StoredManager): number {
  const [first, second] = [one, other].map(({ name, managerId }) => `${foldedName(name)}\n${managerId}`);
  return (first ?? "") < (second ?? "") ? -1 : 1;
}

async function findWhere(
  db: Db,
  column: "manager_id" | "email",
  value: string,
): Promise<StoredManager | undefined> {
  const row = await db.selectFrom("managers").selectAll().where(column, "=", value).executeTakeFirst();
  return row && managerOf(row);
}

type NewWay = {
  managerId: string;
  wayFor: (manager: StoredManager) => LinkDelivery;
  events: StorageEvent[];
};

/** Ends an account's links, and the sign-ins that still need a code. */
async function replaceLinks(
  db: Db,
  { managerId, wayFor, events }: NewWay,
): Promise<StoredManager | undefined> {
  const manager = await findWhere(db, "manager_id", managerId);
  if (!manager || manager.revokedAt !== null) return undefined;
  for (const table of ["password_links", "second_steps"] as const)
    await db.deleteFrom(table).where("manager_id", "=", managerId).execute();
  await putLink(db, wayFor(manager));
  await insertAccountEvents(db, managerId, events);
  return manager;
}

async function putLink(db: Db, way: LinkDelivery): Promise<void> {
  if ("mail" in way) await insertMail(db, way.mail);
  else await db.insertInto("password_links").values(linkRow(way)).execute();
}

/** Part of the transaction that revokes an account. */
async function endAccount(db: Db, { managerId, at, handTo = null }: Revocation): Promise<void> {
  await db.updateTable("managers").set({ revoked_at: at }).where("manager_id", "=", managerId).execute();
  for (const table of ["password_links", "known_browsers"] as const)
    await db.deleteFrom(table).where("manager_id", "=", managerId).execute();
  await endAccessOf(db, managerId);
  await endAbsenceForGood(db, managerId, handTo);
  await passOn(db, managerId, handTo);
  // otherwise mail about these clients would have no reader
  await db.updateTable("clients").set({ manager_id: handTo }).where("manager_id", "=", managerId).execute();
}

async function isLinked(db: Db, managerId: string): Promise<boolean> {
  const linked = db.selectFrom("manager_identities").select("subject").where("manager_id", "=", managerId);
  return (await linked.limit(1).executeTakeFirst()) !== undefined;
}

async function linkOwner(db: Db, tokenHash: string, now: number): Promise<StoredManager | undefined> {
  const row = await db
    .selectFrom("password_links")
    .innerJoin("managers", "managers.manager_id", "password_links.manager_id")
    .selectAll("managers")
    .where("password_links.token_hash", "=", tokenHash)
    .where("password_links.expires_at", ">", now)
    .where("managers.revoked_at", "is", null)
    .executeTakeFirst();
  return row && managerOf(row);
}

async function isLastAdministrator(db: Db, { managerId, role, revokedAt }: StoredManager): Promise<boolean> {
  if (role !== "administrator" || revokedAt !== null) return false;
  const other = await db
    .selectFrom("managers")
    .select("manager_id")
    .where("role", "=", "administrator")
    .where("revoked_at", "is", null)
    .where("manager_id", "!=", managerId)
    .executeTakeFirst();
  return other === undefined;
}

function newRow(manager: NewManager): Tables["managers"] {
  const unused = {
    passwordHash: null,
    lastUsedAt: null,
    revokedAt: null,
    secondFactorAt: null,
    timeZone: null,
    digestedOn: null,
  };
  return managerRow({ ...manager, ...unused });
}

function linkRow(link: PasswordLinkRow): Tables["password_links"] {
  return {
    token_hash: link.tokenHash,
    manager_id: link.managerId,
    created_at: link.createdAt,
    expires_at: link.expiresAt,
  };
}
