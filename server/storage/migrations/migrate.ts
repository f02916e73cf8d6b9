import { type ColumnDataType, type RawBuilder, sql } from "kysely";
import { StorageRefusal } from "../engine/faults.ts";
import { refuseMoving } from "../engine/moving-mark.ts";
import { sqlState } from "../engine/postgres-faults.ts";
import type { Db } from "../engine/schema.ts";
import { first } from "./0001-first.ts";
import { voice } from "./0002-voice.ts";
import { managers } from "./0003-managers.ts";
import { webhooks } from "./0004-webhooks.ts";
import { erasing } from "./0005-erasing.ts";
import { mail } from "./0006-mail.ts";
import { threads } from "./0007-threads.ts";
import { openId } from "./0008-openid.ts";
import { looks } from "./0009-looks.ts";
import { notes } from "./0010-notes.ts";
import { sectionTimes } from "./0011-section-times.ts";
import { auditChain } from "./0012-audit-chain.ts";
import { dataKeys } from "./0013-data-keys.ts";
import { secondFactor } from "./0014-second-factor.ts";
import { clientPins } from "./0015-client-pins.ts";
import { erasedClients } from "./0016-erased-clients.ts";
import { limits } from "./0017-limits.ts";
import { moving } from "./0018-moving.ts";
import { audioObjects } from "./0019-audio-objects.ts";
import { erasedIndex } from "./0020-erased-index.ts";
import { noSectionTimes } from "./0022-no-section-times.ts";
import { repeatableCalls } from "./0023-repeatable-calls.ts";
import { doors } from "./0024-doors.ts";
import { tokenScopes } from "./0025-token-scopes.ts";
import { signInLinks } from "./0026-sign-in-links.ts";
import { clientFacts } from "./0027-client-facts.ts";
import { settings } from "./0028-settings.ts";
import { mailWords } from "./0029-mail-words.ts";
import { managersMails } from "./0030-managers-mails.ts";
import { listIndexes } from "./0031-list-indexes.ts";
import { remindersOff } from "./0032-reminders-off.ts";
import { viewColumns } from "./0033-view-columns.ts";
import { shares } from "./0036-shares.ts";
import { overview } from "./0038-overview.ts";
import { webhookHealth } from "./0039-webhook-health.ts";
import { clientPage } from "./0040-client-page.ts";
import { timeline } from "./0042-timeline.ts";
import { absences } from "./0043-absences.ts";
import { knownBrowsers } from "./0044-known-browsers.ts";
import { auditIndexes } from "./0045-audit-indexes.ts";
import { failedMails } from "./0046-failed-mails.ts";
import { standstillsAndDevices } from "./0047-standstills-and-devices.ts";
import { activityIndexes } from "./0048-activity-indexes.ts";
import { conditions } from "./0049-conditions.ts";
import { interviews } from "./0050-interviews.ts";
import { passkeys } from "./0051-passkeys.ts";
import { helpers } from "./0052-helping.ts";
import { activity } from "./0053-activity.ts";
import { tallies } from "./0054-tallies.ts";
import { clientSearch } from "./0055-client-search.ts";
import { revokedManagers } from "./0056-revoked-managers.ts";
import { troubleIndex } from "./0057-trouble-index.ts";
import { addColumn } from "./add-column.ts";

/** The engine's names for the two column types that differ. A whole number covers JavaScript's safe integers. */
export type ColumnTypes = { whole: ColumnDataType; bytes: ColumnDataType };
export type EngineTerms = ColumnTypes & {
  /** A column in an index, sorted by code point. */
  inCodePoints(column: string): RawBuilder<unknown>;
  /** False if index entries have a size limit, such as PostgreSQL's 2.7 kB. */
  indexesLongTexts: boolean;
  /** The engine's kind of trigram index. */
  trigrams: "fts5" | "pg_trgm";
  /** The statements that create a trigger. */
  onEachRow(trigger: RowTrigger): string[];
};
/** Statements that run after each changed row. */
export type RowTrigger = {
  name: string;
  /** For example `update of state`. */
  event: string;
  table: string;
  /** A condition on `old` and `new`. */
  when?: string | undefined;
  acts: string[];
};
type Migration = (db: Db, terms: EngineTerms) => Promise<void>;

/**
 * How a database may be changed when it is opened. `expect`: not at all, for a command, which may run beside a server
 * of an earlier release. `make`: create the tables of an empty database. `upgrade`: also migrate them. `move`: like
 * `expect`, for the source of a move. `move` and `make`, which is for the target, also open a database that an earlier
 * run of the move has marked.
 */
export type SchemaUse = "expect" | "make" | "move" | "upgrade";
type Migrating = { terms: EngineTerms; use: SchemaUse };

/** The first schema with the table `moving`. */
const SCHEMA_WITH_MARKS = 18;
const NO_SUCH_TABLE = "42P01";
/** PostgreSQL's codes for a concurrent creation: the table, its type, or its catalog entry exists already. */
const MADE_BY_ANOTHER = ["42P07", "42710", "23505"];
const TRIES_TO_MAKE = 5;

/** In order, and never changed after a release. The schema's version is the number of migrations that have run. */
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
  erasedClients,
  limits,
  moving,
  audioObjects,
  erasedIndex,
  // 21: the language of the latest sign-in, for mails
  addColumn("clients", "language", "text"),
  noSectionTimes,
  repeatableCalls,
  doors,
  tokenScopes,
  signInLinks,
  clientFacts,
  settings,
  mailWords,
  managersMails,
  listIndexes,
  remindersOff,
  viewColumns,
  shares,
  overview,
  webhookHealth,
  clientPage,
  timeline,
  absences,
  knownBrowsers,
  auditIndexes,
  failedMails,
  standstillsAndDevices,
  activityIndexes,
  conditions,
  interviews,
  passkeys,
  helpers,
  activity,
  tallies,
  clientSearch,
  revokedManagers,
  troubleIndex,
];

/** Migrates the tables in one write transaction: the schema is the old one or the new one, never between. */
export async function migrate(db: Db, migrating: Migrating): Promise<void> {
  await makeInstallation(db);
  await refuseMarked(await schemaVersion(db), db, migrating);
  await migrateFrom(await schemaVersion(db), db, migrating);
}

/**
 * Like `migrate`, if several servers may start together: the server that locks the installation's row migrates, and the
 * others find the work done.
 */
export async function migrateOnce(db: Db, migrating: Migrating): Promise<void> {
  const version = await versionOrNone(db);
  await refuseMarked(version, db, migrating);
  if (version === migrations.length) return;
  refuseUnlessMeant(version, migrating.use);
  await makeInstallationOnce(db);
  await db.transaction().execute(async (transaction) => {
    // a waiting server waits for all of another server's migrations
    await sql`set local statement_timeout = 0`.execute(transaction);
    await migrateFrom(await schemaVersion(transaction, { holdsRow: true }), transaction, migrating);
  });
}

async function versionOrNone(db: Db): Promise<number> {
  try {
    return await schemaVersion(db);
  } catch (error) {
    if (sqlState(error) === NO_SUCH_TABLE) return 0;
    throw error;
  }
}

/** Runs before the schema is changed. Throws StorageRefusal. */
async function refuseMarked(version: number, db: Db, { use }: Migrating): Promise<void> {
  const isOfMove = use === "make" || use === "move";
  if (!isOfMove && version >= SCHEMA_WITH_MARKS) await refuseMoving(db);
}

/** Throws StorageRefusal. */
function refuseUnlessMeant(version: number, use: SchemaUse): void {
  if (version === 0 && (use === "expect" || use === "move")) {
    throw new StorageRefusal(
      'There is no installation in it. Name the one that the server uses; "firsthand serve" makes a new one.',
    );
  }
  if (version > 0 && version < migrations.length && use !== "upgrade") {
    throw new StorageRefusal(
      `The database was written by an earlier Firsthand (schema ${version}, this one needs ${migrations.length}), whose server may be running. Start the server of this version, which brings the database up to date. Nothing was changed.`,
    );
  }
}

/** `if not exists` does not prevent two servers from creating the same table at the same moment. */
async function makeInstallationOnce(db: Db, tries = TRIES_TO_MAKE): Promise<void> {
  try {
    await makeInstallation(db);
    const row = { id: 1, schema_version: 0 };
    await db
      .insertInto("installation")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } catch (error) {
    if (tries === 1 || !MADE_BY_ANOTHER.includes(sqlState(error))) throw error;
    await makeInstallationOnce(db, tries - 1);
  }
}

async function makeInstallation(db: Db): Promise<void> {
  await db.schema
    .createTable("installation")
    .ifNotExists()
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("schema_version", "integer", (column) => column.notNull())
    .execute();
}

async function migrateFrom(version: number, db: Db, { terms, use }: Migrating): Promise<void> {
  if (version > migrations.length) {
    throw new StorageRefusal(
      `The database was written by a newer Firsthand (schema ${version}, this one knows ${migrations.length}). Start the newer version.`,
    );
  }
  if (version === migrations.length) return;
  refuseUnlessMeant(version, use);
  for (const migration of migrations.slice(version)) await migration(db, terms);
  const row = { id: 1, schema_version: migrations.length };
  await db
    .insertInto("installation")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ schema_version: row.schema_version }))
    .execute();
}

async function schemaVersion(db: Db, { holdsRow = false } = {}): Promise<number> {
  const rows = db.selectFrom("installation").select("schema_version");
  const row = await rows.$if(holdsRow, (held) => held.forUpdate()).executeTakeFirst();
  return row?.schema_version ?? 0;
}
