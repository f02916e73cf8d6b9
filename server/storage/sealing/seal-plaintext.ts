import { setImmediate } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { Engine } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { INSTALLATION, type Seals } from "./data-keys.ts";
import { isSealed } from "./seal.ts";
import { sealedPlaces } from "./sealed-places.ts";

type Id = string | number;

/** One column of sealed bytes: the rows of an owner, how a row is named, and where its bytes lie. */
type SealedColumn = {
  table: keyof Tables;
  column: string;
  key: string[];
  rowsOf(owner: string): RawBuilder<unknown>;
  placeOf(key: Id[]): string;
};

const ofClient = (owner: string) => sql`client_id = ${owner}`;
const isInstallation = (owner: string) => (owner === INSTALLATION ? sql`1 = 1` : sql`1 = 0`);

const COLUMNS: SealedColumn[] = [
  column("clients", "draft_key", [], () => sealedPlaces.draftKey),
  column("revisions", "body", ["revision"], ([revision]) => sealedPlaces.record(Number(revision))),
  column("submissions", "body", ["submission_id", "revision"], ([, revision]) =>
    sealedPlaces.record(Number(revision)),
  ),
  column("thread_entries", "body", ["question_id", "entry"], ([question, entry]) =>
    sealedPlaces.threadEntry(String(question), Number(entry)),
  ),
  column("looks", "marks", ["manager_id"], ([managerId]) => sealedPlaces.marks(String(managerId))),
  column("notes", "body", ["note_id"], ([noteId]) => sealedPlaces.note(String(noteId))),
  column("takes", "transcript", ["take_id"], ([takeId]) => sealedPlaces.transcript(String(takeId))),
  column("take_parts", "body", ["take_id", "part"], ([takeId, part]) =>
    sealedPlaces.takePart(String(takeId), Number(part)),
  ),
  {
    ...column("audio_pieces", "body", ["audio_id", "piece"], ([audioId, piece]) =>
      sealedPlaces.audioPiece(String(audioId).replace(/^[^/]*\//, ""), Number(piece)),
    ),
    rowsOf: (owner) => sql`substr(audio_id, 1, ${`${owner}/`.length}) = ${`${owner}/`}`,
  },
  {
    ...column("webhook_messages", "body", ["message_id"], ([id]) => sealedPlaces.webhookMessage(String(id))),
    rowsOf: (owner) => (owner === INSTALLATION ? sql`client_id is null` : ofClient(owner)),
  },
  {
    ...column("second_factors", "secret", ["manager_id"], ([id]) => sealedPlaces.secondFactor(String(id))),
    rowsOf: isInstallation,
  },
  ofWebhook("address", ([id]) => sealedPlaces.webhookAddress(String(id))),
  ofWebhook("secret", ([id]) => sealedPlaces.webhookSecret(String(id))),
  ofWebhook("previous_secret", ([id]) => sealedPlaces.webhookSecret(String(id))),
];

const OWNERS_AT_ONCE = 1_000;
/** So few that no save waits long, each of them being a megabyte at most as a rule. */
const ROWS_AT_ONCE = 10;

/** Seals what earlier releases stored plainly, some at a time. */
export function sealPlaintextQueries(engine: Engine, seals: Seals) {
  /** Seals up to so many of the rows; a row that has changed or gone meanwhile is as good. */
  const sealRows = (owner: string, of: SealedColumn, keys: Id[][]): Promise<void> =>
    engine.write(async (db) => {
      const seal = await seals.toWrite(db, owner);
      for (const key of keys) {
        const bytes = await bodyOf(db, { owner, of, key });
        if (!bytes || bytes.length === 0 || isSealed(bytes)) continue;
        const sealed = seal.sealBytes(of.placeOf(key), bytes);
        await sql`update ${sql.table(of.table)} set ${sql.ref(of.column)} = ${sealed}
          where ${of.rowsOf(owner)} and ${named(of, key)}`.execute(db);
      }
    });

  return {
    /** Owners of whom something may be stored plainly. */
    async listUnsealedOwners(): Promise<string[]> {
      const isWhole = await engine.read(isInstallationWhole);
      const owners = isWhole ? [] : [INSTALLATION];
      let page: Owners = [];
      do {
        const last = page.at(-1)?.owner ?? "";
        page = await engine.read((db) => ownersAfter(db, last));
        owners.push(...page.filter(({ is_whole }) => is_whole !== 1).map(({ owner }) => owner));
        // requests come between
        await setImmediate();
      } while (page.length === OWNERS_AT_ONCE);
      return owners;
    },

    /** Seals all that is stored of an owner, in steps. */
    async sealPlaintext(owner: string): Promise<void> {
      for (const of of COLUMNS) {
        const keys = await engine.read((db) => keysOf(db, owner, of));
        for (let first = 0; first < keys.length; first += ROWS_AT_ONCE) {
          await sealRows(owner, of, keys.slice(first, first + ROWS_AT_ONCE));
        }
      }
      await engine.write(async (db) => {
        await seals.toWrite(db, owner);
        await db.updateTable("data_keys").set({ is_whole: 1 }).where("owner", "=", owner).execute();
      });
    },

    /** For a time in which bodies are stored plainly: they are sealed when that is over. */
    expectPlaintext: (): Promise<void> =>
      engine.write(async (db) => {
        await db.updateTable("data_keys").set({ is_whole: 0 }).where("is_whole", "=", 1).execute();
      }),
  };
}

type Owners = { owner: string; is_whole: number | null }[];

function ownersAfter(db: Db, last: string): Promise<Owners> {
  return db
    .selectFrom("clients")
    .leftJoin("data_keys", "data_keys.owner", "clients.client_id")
    .select(["clients.client_id as owner", "data_keys.is_whole"])
    .where("clients.erased_at", "is", null)
    .where("clients.client_id", ">", last)
    .orderBy("clients.client_id")
    .limit(OWNERS_AT_ONCE)
    .execute();
}

/** Also one that has nothing. */
async function isInstallationWhole(db: Db): Promise<boolean> {
  const own = db.selectFrom("data_keys").select("is_whole").where("owner", "=", INSTALLATION);
  if ((await own.executeTakeFirst())?.is_whole === 1) return true;
  const webhook = await db.selectFrom("webhooks").select("webhook_id").limit(1).executeTakeFirst();
  const factor = await db.selectFrom("second_factors").select("manager_id").limit(1).executeTakeFirst();
  return !webhook && !factor;
}

function column(
  table: keyof Tables,
  name: string,
  key: string[],
  placeOf: SealedColumn["placeOf"],
): SealedColumn {
  return { table, column: name, key, placeOf, rowsOf: ofClient };
}

function ofWebhook(name: string, placeOf: SealedColumn["placeOf"]): SealedColumn {
  return { ...column("webhooks", name, ["webhook_id"], placeOf), rowsOf: isInstallation };
}

async function keysOf(db: Db, owner: string, of: SealedColumn): Promise<Id[][]> {
  const columns = of.key.length > 0 ? sql.join(of.key.map((name) => sql.ref(name))) : sql`1`;
  const { rows } = await sql<{
    [name: string]: Id;
  }>`select ${columns} from ${sql.table(of.table)} where ${of.rowsOf(owner)}`.execute(db);
  return rows.map((row) => of.key.map((name) => row[name] ?? ""));
}

type RowName = { owner: string; of: SealedColumn; key: Id[] };

async function bodyOf(db: Db, { owner, of, key }: RowName): Promise<Uint8Array | null | undefined> {
  const { rows } = await sql<{ body: Uint8Array | null }>`select ${sql.ref(of.column)} as body
    from ${sql.table(of.table)} where ${of.rowsOf(owner)} and ${named(of, key)}`.execute(db);
  return rows[0]?.body;
}

function named(of: SealedColumn, key: Id[]): RawBuilder<unknown> {
  const parts = of.key.map((name, place) => sql`${sql.ref(name)} = ${key[place]}`);
  return parts.length > 0 ? sql.join(parts, sql` and `) : sql`1 = 1`;
}
