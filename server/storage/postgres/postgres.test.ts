import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type PostgresServer, startPostgres } from "../../../tests/support/peers/postgres-server.ts";
import { emptiedDatabase, openEmptied } from "../../../tests/support/service/opened-database.ts";
import { findCandidates } from "../clients/candidates.ts";
import { StorageRefusal, StorageUnavailable } from "../engine/faults.ts";
import { migrations } from "../migrations/migrate.ts";
import { aClient, aKey, aSave, storageSuite } from "../storage.suite.ts";
import { parseDatabaseUrl } from "./database-url.ts";
import { openPostgres } from "./postgres.ts";
import { openPostgresReader } from "./postgres-reader.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
  await server.run("create database suite");
});
afterAll(() => server.remove());

describe("on PostgreSQL,", () => {
  let emptied: ReturnType<typeof emptiedDatabase>;
  beforeAll(() => {
    emptied = emptiedDatabase(server, "suite");
  });
  afterAll(() => emptied.close());
  storageSuite(() => emptied.open());
});

/** Makes a separate, empty database and returns its address. */
async function newDatabase(name: string): Promise<string> {
  await server.run(`create database ${name}`);
  return server.url(name);
}

test("stored data is there after the connections were closed and reopened", async () => {
  const first = await openEmptied(server, "suite");
  await first.storage.clients.add(aClient(), aKey(), []);
  await first.storage.records.save(aSave("kept"));
  await first.storage.close();
  const again = await openPostgres([server.url("suite")]);
  const rows = await again.read((db) => db.selectFrom("revisions").select("revision").execute());
  expect(rows).toEqual([{ revision: 1 }]);
  await again.close();
});

test("of servers that start together on an empty database one migrates, and all can serve", async () => {
  const url = await newDatabase("together");
  const engines = await Promise.all(Array.from({ length: 5 }, () => openPostgres([url])));
  const versions = await Promise.all(
    engines.map((engine) => engine.read((db) => db.selectFrom("installation").selectAll().execute())),
  );
  for (const rows of versions) expect(rows).toEqual([{ id: 1, schema_version: migrations.length }]);
  expect(await server.run("select * from audit_head", "together")).toHaveLength(1);
  await Promise.all(engines.map((engine) => engine.close()));
});

test("an interrupted migration is run again from its beginning", async () => {
  const url = await newDatabase("cut");
  // what a killed server leaves after it made the first table and before it made the rest
  await server.run(
    "create table installation (id integer primary key, schema_version integer not null)",
    "cut",
  );
  const engine = await openPostgres([url]);
  expect(await engine.read((db) => db.selectFrom("installation").select("schema_version").execute())).toEqual(
    [{ schema_version: migrations.length }],
  );
  await engine.close();
});

test("a search uses the trigram index, and reads all clients where the role cannot add that index", async () => {
  const candidatesAt = async (url: string) => {
    const engine = await openPostgres([url]);
    await engine.write((db) =>
      sql`insert into clients (client_id, name, folded_name, draft_key, created_at)
        values ('cl_1', 'Rosa', 'rosa', '', 1)`.execute(db),
    );
    const found = await engine.read((db) => findCandidates(engine, db, { scope: "all", search: "ROSA" }));
    await engine.close();
    return found;
  };
  expect(await candidatesAt(await newDatabase("letters"))).toEqual(["cl_1"]);
  const url = await newDatabase("letterless");
  await server.run(
    "create user letterless password 'p@ss'; grant create on schema public to letterless",
    "letterless",
  );
  expect(await candidatesAt(url.replace(/\/\/.*@/, "//letterless:p%40ss@"))).toBeUndefined();
});

describe("an unusable database is refused by its host, with what to do, and without the password:", () => {
  async function expectRefused(url: string, reason: RegExp) {
    const error = await openPostgres(parseDatabaseUrl(url) ?? []).catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(StorageRefusal);
    expect((error as Error).message).toMatch(reason);
    expect((error as Error).message).toMatch(/^(127\.0\.0\.1|nowhere\.invalid):\d+/);
    expect((error as Error).message).not.toMatch(/p@ss|p%40ss/);
  }

  test("with tables of a newer Firsthand", async () => {
    const url = await newDatabase("newer");
    await (await openPostgres([url])).close();
    await server.run("update installation set schema_version = 99", "newer");
    await expectRefused(url, /newer Firsthand.*Start the newer version/);
  });

  test("with a wrong password", async () => {
    await expectRefused(
      server.url("suite").replace("p%40ss", "other"),
      /does not let this user in.*DATABASE_URL/,
    );
  });

  test("that does not exist", async () => {
    await expectRefused(server.url("nothing"), /no such database.*Create it/);
  });

  test("with a user who cannot create tables", async () => {
    await newDatabase("bare");
    await server.run("create user guest password 'p@ss'; revoke all on schema public from public", "bare");
    const url = server.url("bare").replace(/\/\/.*@/, "//guest:p%40ss@");
    await expectRefused(url, /may not use its schema.*owner/);
  });

  test("where no server listens", async () => {
    await expectRefused(
      server.url("suite").replace(`:${server.port}`, ":1"),
      /cannot be reached.*Check DATABASE_URL/,
    );
  });

  test("on a host that does not exist", async () => {
    await expectRefused("postgres://me:p%40ss@nowhere.invalid/x", /cannot be reached/);
  });

  test("that accepts no writes", async () => {
    await newDatabase("reading");
    await server.run("alter database reading set default_transaction_read_only = on");
    await expectRefused(server.url("reading"), /takes no writes.*primary/);
  });
});

test("a read-only connection refuses writes, and leaves no setting behind for others behind a pooler", async () => {
  const url = await newDatabase("read");
  await (await openPostgres([url])).close();
  const reader = openPostgresReader([url]);
  await expect(reader.db.deleteFrom("clients").execute()).rejects.toMatchObject({ code: "25006" });
  const setting = sql<{ value: string }>`select current_setting('default_transaction_read_only') as value`;
  expect((await setting.execute(reader.db)).rows).toEqual([{ value: "off" }]);
  await reader.close();
});

describe("connections", () => {
  const count = async (database: string) => {
    const sql = `select count(*)::int as n from pg_stat_activity where datname = '${database}' and application_name = 'firsthand'`;
    return (await server.run(sql))[0]?.n;
  };

  test("never exceed the pool's limit, however much is requested at once", async () => {
    const engine = await openPostgres([await newDatabase("crowd")], { connections: 3 });
    let most = 0;
    const look = async () => {
      most = Math.max(most, Number(await count("crowd")));
    };
    const reads = Array.from({ length: 60 }, () =>
      engine.read((db) => db.selectFrom("clients").select("client_id").execute()),
    );
    await Promise.all([...reads, look(), look(), look()]);
    await look();
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(3);
    await engine.close();
    // the database notices the closed connections a moment later
    await expect.poll(() => count("crowd")).toBe(0);
  });

  test("that the database ends lose no acknowledged save, and later saves are stored", async () => {
    const { storage } = await openEmptied(server, "suite");
    await storage.clients.add(aClient(), aKey(), []);
    const acknowledged: number[] = [];
    const faults: unknown[] = [];
    for (let round = 0; round < 50; round++) {
      const saving = storage.records
        .save(aSave(`round ${round}`))
        .catch((fault: unknown) => void faults.push(fault));
      await server.run(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'firsthand'",
      );
      const outcome = await saving;
      if (outcome && "revision" in outcome) acknowledged.push(round);
    }
    for (const fault of faults) expect(fault).toBeInstanceOf(StorageUnavailable);
    // the pool may still hold a connection that the database has just ended
    const outcome = await vi.waitFor(() => storage.records.save(aSave("after all")), { timeout: 10_000 });
    expect(outcome).toMatchObject({ kind: "saved" });
    const texts = await storedTexts(storage);
    for (const round of acknowledged) expect(texts).toContain(`round ${round}`);
    await storage.close();
  });
});

async function storedTexts(storage: Awaited<ReturnType<typeof openEmptied>>["storage"]) {
  const newest = (await storage.records.load("cl_1"))?.revision ?? 0;
  const revisions = Array.from({ length: newest }, (_, place) =>
    storage.records.loadRevision("cl_1", place + 1),
  );
  return (await Promise.all(revisions)).map(
    (record) => (record?.["website-form"] as { url: string } | undefined)?.url,
  );
}
