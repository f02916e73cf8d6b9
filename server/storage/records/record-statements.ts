import { type Selectable, sql } from "kysely";
import { eachColumn } from "../engine/columns.ts";
import { type Engine, prepare, prepareMany } from "../engine/engine.ts";
import type { Tables } from "../engine/schema.ts";
import { tableColumns } from "../engine/schema.ts";

/** A client's row in `records`: the current revision's number, and what lists show of the record. */
export type RecordRow = Selectable<Tables["records"]>;

/** The statements that every load and save runs, compiled once. */
export function preparedRecordQueries({ reader }: Engine) {
  return {
    head: prepare<{ clientId: string }, RecordRow>((param) =>
      reader.selectFrom("records").selectAll().where("client_id", "=", param("clientId")),
    ),
    record: prepare<
      { clientId: string },
      Pick<RecordRow, "revision" | "content_hash" | "saved_at" | "submitted_at"> & { body: Uint8Array | null }
    >((param) =>
      reader
        .selectFrom("records")
        .leftJoin("revisions", (join) =>
          join
            .onRef("revisions.client_id", "=", "records.client_id")
            .onRef("revisions.revision", "=", "records.revision"),
        )
        .select(["revisions.body", "records.revision", "records.content_hash"])
        .select(["records.saved_at", "records.submitted_at"])
        .where("records.client_id", "=", param("clientId")),
    ),
    body: prepare<{ clientId: string; revision: number }, { body: Uint8Array }>((param) =>
      reader
        .selectFrom("revisions")
        .select("body")
        .where("client_id", "=", param("clientId"))
        .where("revision", "=", param("revision")),
    ),
    anyRevision: prepare<{ clientId: string }, { revision: number }>((param) =>
      reader.selectFrom("revisions").select("revision").where("client_id", "=", param("clientId")).limit(1),
    ),
    putHeads: prepareMany<RecordRow, never>(
      (rows) =>
        reader
          .insertInto("records")
          .values(rows.map((param) => eachColumn(tableColumns.records, param)))
          .onConflict((conflict) =>
            conflict
              .column("client_id")
              .doUpdateSet(
                eachColumn(tableColumns.records, (column) => sql.ref<never>(`excluded.${column}`)),
              ),
          ) as never,
    ),
    addRevisions: prepareMany<Tables["revisions"], never>(
      (rows) =>
        reader.insertInto("revisions").values(
          rows.map((param) => ({
            client_id: param("client_id"),
            revision: param("revision"),
            body: param("body"),
            saved_at: param("saved_at"),
            device: param("device"),
          })),
        ) as never,
    ),
    putKeys: prepareMany<Tables["idempotency_keys"], never>(
      (rows) =>
        reader.insertInto("idempotency_keys").values(
          rows.map((param) => ({
            client_id: param("client_id"),
            idempotency_key: param("idempotency_key"),
            request_hash: param("request_hash"),
            revision: param("revision"),
            saved_at: param("saved_at"),
            used_at: param("used_at"),
          })),
        ) as never,
    ),
  };
}

export type RecordStatements = ReturnType<typeof preparedRecordQueries>;
