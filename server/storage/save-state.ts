import type { Kysely, SqlBool } from "kysely";
import { type Engine, prepare } from "./engine.ts";
import { SessionEnded } from "./faults.ts";
import type { InSession } from "./living-session.ts";
import type { Head } from "./record-statements.ts";
import type { Tables } from "./schema.ts";

/** What a save has to know of the rest before it writes: what it may pass by, most saves pass by. */
export type SaveState = {
  head: Head | undefined;
  /** Whether a question is asked back and not answered yet. */
  hasOpenAsks: boolean;
  /** Whether there are takes that the record may name. */
  hasTakes: boolean;
  /** Whether anybody may want to be told. */
  hasWebhooks: boolean;
};

type Flags = { [flag in "isInSession" | "hasOpenAsks" | "hasTakes" | "hasWebhooks"]: SqlBool };
type Row = { [column in keyof Head]: Head[column] | null } & Flags;

/**
 * Reads it in one statement, since a statement costs SQLite more than a look at an index does, and PostgreSQL a way
 * there and back. Throws SessionEnded, as `livingSession` does. Where there is no such client, nothing is known of it.
 */
export function saveState({ reader }: Engine) {
  const stateOf = prepare<{ clientId: string; tokenHash: string }, Row>((param) =>
    reader
      .selectFrom("clients")
      .leftJoin("records", "records.client_id", "clients.client_id")
      .selectAll("records")
      .select(({ exists, selectFrom }) => [
        exists(
          selectFrom("sessions").select("token_hash").where("sessions.token_hash", "=", param("tokenHash")),
        ).as("isInSession"),
        exists(
          selectFrom("threads")
            .select("threads.client_id")
            .whereRef("threads.client_id", "=", "clients.client_id")
            .where("threads.asked_at", "is not", null),
        ).as("hasOpenAsks"),
        exists(
          selectFrom("takes")
            .select("takes.client_id")
            .whereRef("takes.client_id", "=", "clients.client_id")
            .where("takes.state", "<>", "dropped"),
        ).as("hasTakes"),
        exists(selectFrom("webhooks").select("webhook_id").where("webhooks.off_at", "is", null)).as(
          "hasWebhooks",
        ),
      ])
      .where("clients.client_id", "=", param("clientId")),
  );

  return async (
    db: Kysely<Tables>,
    { clientId, tokenHash }: InSession & { clientId: string },
  ): Promise<SaveState> => {
    const [row] = await stateOf(db, { clientId, tokenHash: tokenHash ?? "" });
    if (tokenHash !== undefined && !row?.isInSession) throw new SessionEnded("The session has ended");
    if (!row) return { head: undefined, hasOpenAsks: false, hasTakes: false, hasWebhooks: false };
    const { isInSession: _, hasOpenAsks, hasTakes, hasWebhooks, ...head } = row;
    return {
      head: head.client_id === null ? undefined : (head as Head),
      hasOpenAsks: Boolean(hasOpenAsks),
      hasTakes: Boolean(hasTakes),
      hasWebhooks: Boolean(hasWebhooks),
    };
  };
}
