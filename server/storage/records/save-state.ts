import { type SqlBool, sql } from "kysely";
import { eachColumn } from "../engine/columns.ts";
import { type Engine, prepareMany } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { tableColumns } from "../engine/schema.ts";
import type { RecordRow } from "./record-statements.ts";
import type { SaveCommand } from "./save-records.ts";

/** What a save reads before it writes. Its flags let most saves skip the rest. */
export type SaveState = {
  /** The session that the save names, if that exists. */
  session: { expiresAt: number; lastUsedAt: number } | undefined;
  head: RecordRow | undefined;
  /** The stored result of an earlier save with the same idempotency key. */
  repeated: Repeated | undefined;
  /** Whether the client has a follow-up without an answer. */
  hasOpenFollowUps: boolean;
  /** Whether the client has takes that the record may name. */
  hasTakes: boolean;
  /** Whether any active webhook exists, which may need a message. */
  hasWebhooks: boolean;
};

type Repeated = Omit<Tables["idempotency_keys"], "client_id" | "idempotency_key">;
type SaveStateKey = { clientId: string; tokenHash: string; key: string };
type Row = { [column in keyof RecordRow]: RecordRow[column] | null } & {
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

/** Matches no row: stands for the idempotency key or the session of a save that has none. */
const NONE = "";

/**
 * Reads the states for several saves in one statement: a statement costs SQLite more than an index lookup, and
 * PostgreSQL a round trip. Each command is for a different client, and the results are in the commands' order. The
 * state of an unknown client is empty.
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

/** Only the columns of `records`, since the row is written back. All of them are null if there is no record. */
function headOf(row: Row): RecordRow | undefined {
  return row.client_id === null
    ? undefined
    : (eachColumn(tableColumns.records, (column) => row[column]) as RecordRow);
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
