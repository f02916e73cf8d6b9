import type { Kysely } from "kysely";
import type { Tables } from "../engine/schema.ts";
import type { ColumnTypes } from "./migrate.ts";

/** The copies of takes in object storage, with their keys. */
export async function audioObjects(db: Kysely<Tables>, { whole }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("audio_objects")
    .addColumn("object_key", "text", (column) => column.primaryKey())
    .addColumn("client_id", "text", (column) => column.notNull().references("clients.client_id"))
    .addColumn("take_id", "text", (column) => column.notNull())
    .addColumn("bytes", whole)
    .execute();
  await db.schema
    .createIndex("audio_objects_by_take")
    .on("audio_objects")
    .columns(["client_id", "take_id"])
    .execute();
}
