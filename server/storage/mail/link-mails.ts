import type { MailKind } from "#contract/manage/mail/mail.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import { insertJob } from "../outbox/jobs.ts";
import { insertMail } from "../outbox/mail-outbox.ts";

/** The job that looks for the clients of an address. */
export const MAIL_LINKS = "mail-links";
/** The job that looks for the account manager of an address. */
export const MAIL_PASSWORD_LINK = "mail-password-link";
const LINK_MAIL = "sign-in-link" satisfies MailKind;
/** One mail lists no more clients than that. */
const CLIENTS_MAX = 20;

export type ReachableClient = { clientId: string; name: string };

type LinkWish = {
  /** In lower case. */
  email: string;
  at: number;
  /** No mail where one was put in since then. */
  notSince: number;
  /** No mail where `max` were put in since `countSince`. */
  countSince: number;
  max: number;
};

/** `resting`: one is on its way or has just gone. `too-many`: nothing is mailed for today. `nobody`: no client has the address. */
export type LinkWishOutcome = "queued" | "resting" | "too-many" | "nobody";

export function linkMailQueries(engine: Engine) {
  return {
    /**
     * Leaves the search for the clients of an address to a job, so that the answer takes as long for an address that nobody has.
     * One that waits already is the same one.
     */
    queueLinkRequest: (email: string, at: number): Promise<void> =>
      engine.write((db) =>
        insertJob(db, { kind: MAIL_LINKS, dedupeKey: `${MAIL_LINKS}:${email}`, payload: { email }, at }),
      ),

    /** The same for the account of an address; `from` is for the audit trail. */
    queueForgottenPassword: (
      { email, at }: { email: string; at: number },
      from: { requestId?: string; address?: string },
    ): Promise<void> =>
      engine.write((db) =>
        insertJob(db, {
          kind: MAIL_PASSWORD_LINK,
          dedupeKey: `${MAIL_PASSWORD_LINK}:${email}`,
          payload: { email, ...from },
          at,
        }),
      ),

    /** Puts in one mail with a link for each client of the address. */
    askForLinks: ({ email, at, notSince, countSince, max }: LinkWish): Promise<LinkWishOutcome> =>
      engine.write(async (db) => {
        const clients = await clientsAt(db, email);
        const [first] = clients;
        if (!first) return "nobody";
        const earlier = await db
          .selectFrom("mails")
          .select(["state", "created_at"])
          .where(
            "client_id",
            "in",
            clients.map(({ clientId }) => clientId),
          )
          .where("kind", "=", LINK_MAIL)
          .where("created_at", ">", Math.min(notSince, countSince))
          .execute();
        const isUnderWay = earlier.some(
          ({ state, created_at }) => state === "waiting" || created_at > notSince,
        );
        if (isUnderWay) return "resting";
        if (earlier.filter(({ created_at }) => created_at > countSince).length >= max) return "too-many";
        await insertMail(db, { kind: LINK_MAIL, clientId: first.clientId, at });
        return "queued";
      }),

    /** The clients of an address who may sign in, the oldest first. */
    listClientsAt: (email: string): Promise<ReachableClient[]> => engine.read((db) => clientsAt(db, email)),
  };
}

/** A client whose every key was revoked is meant to stay out. */
async function clientsAt(db: Db, email: string): Promise<ReachableClient[]> {
  const rows = await db
    .selectFrom("clients")
    .select(["clients.client_id", "clients.name"])
    .where("clients.email", "=", email)
    .where("clients.erased_at", "is", null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("access_keys")
          .select("access_keys.key_id")
          .whereRef("access_keys.client_id", "=", "clients.client_id")
          .where("access_keys.revoked_at", "is", null),
      ),
    )
    .orderBy("clients.created_at")
    .orderBy("clients.client_id")
    .limit(CLIENTS_MAX)
    .execute();
  return rows.map(({ client_id: clientId, name }) => ({ clientId, name }));
}
