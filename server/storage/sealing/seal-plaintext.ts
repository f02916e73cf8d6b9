import { setTimeout } from "node:timers/promises";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import { type DataKeyring, INSTALLATION_OWNER } from "./data-keys.ts";
import {
  bodyOf,
  type Id,
  keysOf,
  type PlaintextColumn,
  plaintextColumns,
  putBody,
} from "./plaintext-columns.ts";
import { isSealed } from "./seal.ts";

const OWNERS_AT_ONCE = 1_000;
const PAUSE_MS = 25;
/** A transaction of this size takes a few milliseconds. A single row may be larger, as when it was saved. */
const STEP_BYTES = 256 * 1024;

export function sealPlaintextQueries(engine: Engine, seals: DataKeyring) {
  /** Seals rows until the step is full; returns the keys of the other rows as `rest`. */
  const sealSome = (owner: string, of: PlaintextColumn, keys: Id[][]) =>
    engine.write(async (db) => {
      const seal = await seals.toWrite(db, owner);
      let bytes = 0;
      let sealed = 0;
      for (const [place, key] of keys.entries()) {
        if (bytes >= STEP_BYTES) return { sealed, rest: keys.slice(place) };
        const row = { owner, of, key };
        const body = await bodyOf(db, row);
        bytes += body?.length ?? 0;
        if (!body || body.length === 0 || isSealed(body)) continue;
        await putBody(db, row, seal.sealBytes(of.placeOf(key), body));
        sealed++;
      }
      return { sealed, rest: [] };
    });

  async function sealRowsOf(owner: string): Promise<number> {
    let rows = 0;
    for (const of of plaintextColumns) {
      let keys = await engine.read((db) => keysOf(db, owner, of));
      while (keys.length > 0) {
        const { sealed, rest } = await sealSome(owner, of, keys);
        rows += sealed;
        keys = rest;
      }
    }
    return rows;
  }

  const noteWhole = (owner: string) =>
    engine.write(async (db) => {
      await seals.toWrite(db, owner);
      await setWhole(db, owner, 1);
      // stays 0 until the freed pages are erased, even if the server is killed before that
      if (owner !== INSTALLATION_OWNER) await setWhole(db, INSTALLATION_OWNER, 0);
    });

  return {
    /**
     * Seals in steps what earlier releases stored unsealed, and returns the number of rows. The next call continues an
     * interrupted one. If an owner fails, the others are still sealed, and the call then rejects with the first
     * failure.
     */
    async sealPlaintext(): Promise<number> {
      const failures: unknown[] = [];
      let rows = 0;
      const attempt = async (work: () => Promise<void>) => {
        await work().catch((error: unknown) => void failures.push(error));
      };
      for await (const owner of unsealedClients(engine))
        await attempt(async () => {
          rows += await sealRowsOf(owner);
          await noteWhole(owner);
        });
      if (!(await engine.read(isInstallationWhole))) {
        await attempt(async () => {
          rows += await sealRowsOf(INSTALLATION_OWNER);
          // after this, no file holds the plain bytes; if that fails now, the next call does it
          if (await engine.eraseFreedPages()) await noteWhole(INSTALLATION_OWNER);
        });
      }
      if (failures.length > 0) throw failures[0];
      return rows;
    },
  };
}

async function setWhole(db: Db, owner: string, isWhole: 0 | 1): Promise<void> {
  await db.updateTable("data_keys").set({ is_whole: isWhole }).where("owner", "=", owner).execute();
}

/** Ids of clients that may have unsealed data. */
async function* unsealedClients(engine: Engine): AsyncGenerator<string> {
  let page: Owners = [];
  do {
    // a million clients take many seconds at each start, so this yields to saves and lists
    if (page.length > 0) await setTimeout(PAUSE_MS);
    const last = page.at(-1)?.owner ?? "";
    // most servers have at most one page of clients, and need no thread for it
    const read = last === "" ? engine.read : engine.readAside;
    page = await read((db) => ownersAfter(db, last));
    yield* page.filter(({ is_whole }) => is_whole !== 1).map(({ owner }) => owner);
  } while (page.length === OWNERS_AT_ONCE);
}

async function isInstallationWhole(db: Db): Promise<boolean> {
  const own = db.selectFrom("data_keys").select("is_whole").where("owner", "=", INSTALLATION_OWNER);
  return (await own.executeTakeFirst())?.is_whole === 1;
}

type Owners = { owner: string; is_whole: number | null }[];

function ownersAfter(db: Db, last: string): Promise<Owners> {
  return db
    .selectFrom("clients")
    .select((client) => [
      "clients.client_id as owner",
      // not a join, with which PostgreSQL would read all keys for each page of a million clients
      client
        .selectFrom("data_keys")
        .select("data_keys.is_whole")
        .whereRef("data_keys.owner", "=", "clients.client_id")
        .as("is_whole"),
    ])
    .where("clients.erased_at", "is", null)
    .where("clients.client_id", ">", last)
    .orderBy("clients.client_id")
    .limit(OWNERS_AT_ONCE)
    .execute();
}
