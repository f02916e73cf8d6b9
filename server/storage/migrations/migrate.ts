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
import { addColumn } from "./add-column.ts";

/** How an engine spells the two column types that differ; whole numbers are as large as JavaScript has them. */
export type ColumnTypes = { whole: ColumnDataType; bytes: ColumnDataType };
export type EngineTerms = ColumnTypes & {
  /** A column in an index that is sorted by code points. */
  inCodePoints(column: string): RawBuilder<unknown>;
  /** False where an entry of an index has a limit, as PostgreSQL's of 2.7 kB. */
  indexesLongTexts: boolean;
  /** What the engine calls its index of three letters each. */
  trigrams: "fts5" | "pg_trgm";
  /** The statements that make a trigger. */
  onEachRow(trigger: RowTrigger): string[];
};
/** What happens after each row that is changed. */
export type RowTrigger = {
  name: string;
  /** Such as `update of state`. */
  event: string;
  table: string;
  /** On `old` and `new`. */
  when?: string | undefined;
  acts: string[];
};
type Migration = (db: Db, terms: EngineTerms) => Promise<void>;

/**
 * What may be done to the tables when a database is opened. `expect`: nothing, for a command, beside which a server of
 * an earlier release may be running. `make`: make them if no tables exist. `upgrade`: that, and bring them up to date.
 * `move` is `expect` for the source of a move. It and `make`, for the target, also open a database that was marked by an
 * earlier run of the move.
 */
export type SchemaUse = "expect" | "make" | "move" | "upgrade";
type Migrating = { terms: EngineTerms; use: SchemaUse };

/** The first schema with the table `moving`. */
const SCHEMA_WITH_MARKS = 18;
const NO_SUCH_TABLE = "42P01";
/** PostgreSQL's words for having met: the table, its type, or its entry in the catalogue is there already. */
const MADE_BY_ANOTHER = ["42P07", "42710", "23505"];
const TRIES_TO_MAKE = 5;

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
];

/** Brings the tables up to date. Runs inside one write transaction: old schema or new, never between. */
export async function migrate(db: Db, migrating: Migrating): Promise<void> {
  await makeInstallation(db);
  await refuseMarked(await schemaVersion(db), db, migrating);
  await migrateFrom(await schemaVersion(db), db, migrating);
}

/**
 * The same where several servers may start together: the server that holds the installation's row migrates, and
 * the others find the work done.
 */
export async function migrateOnce(db: Db, migrating: Migrating): Promise<void> {
  const version = await versionOrNone(db);
  await refuseMarked(version, db, migrating);
  if (version === migrations.length) return;
  refuseUnlessMeant(version, migrating.use);
  await makeInstallationOnce(db);
  await db.transaction().execute(async (transaction) => {
    // a server that waits does so for all of another server's migrations
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

/** Before the schema is touched. Throws StorageRefusal. */
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

/** "If not exists" does not keep two servers from making the same table at the same moment. */
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
