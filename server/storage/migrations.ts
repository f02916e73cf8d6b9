import type { ColumnDataType, Kysely } from "kysely";
import { StorageRefusal } from "./faults.ts";
import { first } from "./migrations/0001-first.ts";
import { voice } from "./migrations/0002-voice.ts";
import { managers } from "./migrations/0003-managers.ts";
import { webhooks } from "./migrations/0004-webhooks.ts";
import { erasing } from "./migrations/0005-erasing.ts";
import { mail } from "./migrations/0006-mail.ts";
import { threads } from "./migrations/0007-threads.ts";
import { openId } from "./migrations/0008-openid.ts";
import { looks } from "./migrations/0009-looks.ts";
import { notes } from "./migrations/0010-notes.ts";
import { sectionTimes } from "./migrations/0011-section-times.ts";
import { auditChain } from "./migrations/0012-audit-chain.ts";
import { dataKeys } from "./migrations/0013-data-keys.ts";
import { secondFactor } from "./migrations/0014-second-factor.ts";
import { clientPins } from "./migrations/0015-client-pins.ts";
import type { Tables } from "./schema.ts";

/** How an engine spells the two column types that differ. */
export type ColumnTypes = { instant: ColumnDataType; bytes: ColumnDataType };

type Migration = (db: Kysely<Tables>, types: ColumnTypes) => Promise<void>;

/** In order, never changed once released; the schema's version is how many of them have run. */
export const migrations: Migration[] = [
  first,
  voice,
  managers,
  webhooks,
  erasing,
  mail,
  threads,
  openId,
  looks,
  notes,
  sectionTimes,
  auditChain,
  dataKeys,
  secondFactor,
  clientPins,
];

/** Brings the tables up to date. Runs inside one write transaction: old schema or new, never between. */
export async function migrate(db: Kysely<Tables>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable("installation")
    .ifNotExists()
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("schema_version", "integer", (column) => column.notNull())
    .execute();
  const version = await schemaVersion(db);
  if (version > migrations.length) {
    throw new StorageRefusal(
      `The database was written by a newer Firsthand (schema ${version}, this one knows ${migrations.length}). Start the newer version.`,
    );
  }
  if (version === migrations.length) return;
  for (const migration of migrations.slice(version)) await migration(db, types);
  const row = { id: 1, schema_version: migrations.length };
  await db
    .insertInto("installation")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ schema_version: row.schema_version }))
    .execute();
}

async function schemaVersion(db: Kysely<Tables>): Promise<number> {
  const row = await db.selectFrom("installation").select("schema_version").executeTakeFirst();
  return row?.schema_version ?? 0;
}
