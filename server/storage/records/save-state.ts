import { type SqlBool, sql } from "kysely";
import { eachColumn } from "../engine/columns.ts";
import { type Engine, prepareMany } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { columns } from "../engine/schema.ts";
import type { Head } from "./record-statements.ts";
import type { SaveCommand } from "./save-records.ts";

/** What a save has to know of the rest before it writes: what it may pass by, most saves pass by. */
export type SaveState = {
  /** Of the session that the save names, as far as there is one. */
  session: { expiresAt: number; lastUsedAt: number } | undefined;
  head: Head | undefined;
  /** What the save led to when it came before, under the same idempotency key. */
  repeated: Repeated | undefined;
  /** Whether a follow-up is not answered yet. */
  hasOpenFollowUps: boolean;
  /** Whether there are takes that the record may name. */
  hasTakes: boolean;
  /** Whether there are webhooks that may want a message. */
  hasWebhooks: boolean;
};

type Repeated = Omit<Tables["idempotency_keys"], "client_id" | "idempotency_key">;
type SaveStateKey = { clientId: string; tokenHash: string; key: string };
type Row = { [column in keyof Head]: Head[column] | null } & {
  owner: string;
  session_expires_at: number | null;
  session_last_used_at: number | null;
  key_request_hash: string | null;
  key_revision: number | null;
  key_saved_at: number | null;
  key_used_at: number | null;
  hasOpenFollowUps: SqlBool;
  hasTakes: SqlBool;
  hasWebhooks: SqlBool;
};

/** No save has it: none is looked for where a save has no key, and no session where nobody signed in for it. */
const NONE = "";

/**
 * Reads it for several clients in one statement, since a statement costs SQLite more than a look at an index does, and
 * PostgreSQL a way there and back. In the order of the commands, of which each is another client's. Where there is no
 * such client, nothing is known of it.
 */
export function saveStates({ reader }: Engine) {
  const statesOf = prepareMany<SaveStateKey, Row>((asked) => {
    const rows = asked.map((param) => sql`(${param("clientId")}, ${param("tokenHash")}, ${param("key")})`);
    const values = sql<{ client_id: string; token_hash: string; key: string }>`(values ${sql.join(rows)})`;
    return reader
      .with("asked(client_id, token_hash, key)", () => values)
      .selectFrom("asked")
      .innerJoin("clients", "clients.client_id", "asked.client_id")
      .leftJoin("records", "records.client_id", "clients.client_id")
      .leftJoin("idempotency_keys as known", (join) =>
        join
          .onRef("known.client_id", "=", "clients.client_id")
          .onRef("known.idempotency_key", "=", "asked.key"),
      )
      .leftJoin("sessions", "sessions.token_hash", "asked.token_hash")
      .selectAll("records")
      .select([
        "clients.client_id as owner",
        "sessions.expires_at as session_expires_at",
        "sessions.last_used_at as session_last_used_at",
        "known.request_hash as key_request_hash",
        "known.revision as key_revision",
        "known.saved_at as key_saved_at",
        "known.used_at as key_used_at",
      ])
      .select(({ exists, selectFrom }) => [
        exists(
          selectFrom("threads")
            .select("threads.client_id")
            .whereRef("threads.client_id", "=", "clients.client_id")
            .where("threads.asked_at", "is not", null),
        ).as("hasOpenFollowUps"),
        exists(
          selectFrom("takes")
            .select("takes.client_id")
            .whereRef("takes.client_id", "=", "clients.client_id")
            .where("takes.state", "<>", "dropped"),
        ).as("hasTakes"),
        exists(selectFrom("webhooks").select("webhook_id").where("webhooks.off_at", "is", null)).as(
          "hasWebhooks",
        ),
      ]) as never;
  });

  return async (db: Db, commands: SaveCommand[]): Promise<SaveState[]> => {
    const asked = commands.map(({ clientId, tokenHash = NONE, idempotency }) => ({
      clientId,
      tokenHash,
      key: idempotency?.key ?? NONE,
    }));
    const rows = new Map((await statesOf(db, asked)).map((row) => [row.owner, row]));
    return commands.map(({ clientId }) => stateOf(rows.get(clientId)));
  };
}

function stateOf(row: Row | undefined): SaveState {
  return {
    session: row && sessionOf(row),
    head: row && headOf(row),
    repeated: row && repeatedOf(row),
    hasOpenFollowUps: Boolean(row?.hasOpenFollowUps),
    hasTakes: Boolean(row?.hasTakes),
    hasWebhooks: Boolean(row?.hasWebhooks),
  };
}

function sessionOf({ session_expires_at, session_last_used_at }: Row): SaveState["session"] {
  if (session_expires_at === null) return undefined;
  return { expiresAt: session_expires_at, lastUsedAt: Number(session_last_used_at) };
}

/** The columns of `records` alone: the row is written again. They are null together. */
function headOf(row: Row): Head | undefined {
  return row.client_id === null ? undefined : (eachColumn(columns.records, (column) => row[column]) as Head);
}

function repeatedOf({
  key_request_hash,
  key_revision,
  key_saved_at,
  key_used_at,
}: Row): Repeated | undefined {
  if (key_request_hash === null) return undefined;
  return {
    request_hash: key_request_hash,
    revision: Number(key_revision),
    saved_at: Number(key_saved_at),
    used_at: Number(key_used_at),
  };
}
