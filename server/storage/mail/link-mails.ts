import type { MailKind } from "#contract/manage/mail/mail.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import { insertJob } from "../outbox/jobs.ts";
import { insertMail } from "../outbox/mail-outbox.ts";

/** The kind of the job that finds the clients of an address. */
export const MAIL_LINKS = "mail-links";
/** The kind of the job that finds the account manager of an address. */
export const MAIL_PASSWORD_LINK = "mail-password-link";
const LINK_MAIL = "sign-in-link" satisfies MailKind;
/** The greatest number of clients in one mail. */
const CLIENTS_MAX = 20;

export type ReachableClient = { clientId: string; name: string };

type LinkMailRequest = {
  /** Lower case. */
  email: string;
  at: number;
  /** No mail is added if one was added since. */
  notSince: number;
  /** No mail is added if `max` were added since `countSince`. */
  countSince: number;
  max: number;
};

/**
 * `resting`: a mail is waiting or was just sent. `too-many`: no more mails for now. Otherwise no client has the
 * address.
 */
export type LinkMailOutcome = "queued" | "resting" | "too-many" | "nobody";

export function linkMailQueries(engine: Engine) {
  return {
    /**
     * Leaves the search for an address's clients to a job, so that unknown addresses take the same time. A second
     * request shares a waiting job.
     */
    queueLinkRequest: (email: string, at: number): Promise<void> =>
      engine.write((db) =>
        insertJob(db, { kind: MAIL_LINKS, dedupeKey: `${MAIL_LINKS}:${email}`, payload: { email }, at }),
      ),

    /** Like `queueLinkRequest`, for the account of an address; `from` is for the audit trail. */
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

    /** Adds one mail, to the address's first client, that carries a link for each client of the address. */
    askForLinks: ({ email, at, notSince, countSince, max }: LinkMailRequest): Promise<LinkMailOutcome> =>
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

    /** The clients of an address who may sign in, oldest first. */
    listClientsAt: (email: string): Promise<ReachableClient[]> => engine.read((db) => clientsAt(db, email)),
  };
}

/** Leaves out clients whose keys were all revoked: they are meant to stay out. */
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
