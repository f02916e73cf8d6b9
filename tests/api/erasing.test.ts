import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { eraseClient, softDeleteListed, sweepErasures } from "../../server/clients/erase-client.ts";
import { runMaintenance } from "../../server/housekeeping.ts";
import { saveRecord } from "../../server/records/save-record.ts";
import { TABLES_OF_CLIENT } from "../../server/storage/clients/erasing.ts";
import { TRANSCRIBE_TAKE_JOB } from "../../server/storage/takes/take-references.ts";
import { sweepTakes } from "../../server/takes/drop-take.ts";
import { addCanaryClient, CANARY, filesWith } from "../support/data/canary-client.ts";
import { written } from "../support/data/written.ts";
import { type Service, startService } from "../support/service/service.ts";

let service: Service;
let canary: Awaited<ReturnType<typeof addCanaryClient>>;
beforeEach(async () => {
  service = await startService();
  await addCanaryClient(service, service.config, "Amsel");
  canary = await addCanaryClient(service, service.config);
  await addCanaryClient(service, service.config, "Drossel");
});
afterEach(() => service.close());

const BY = { actor: "mgr_1", requestId: "r1" };
const erase = () => eraseClient(service, { clientId: canary.clientId, at: service.time.now, by: BY });

/** The number of this client's rows in each table that has clients. */
function rowsOf(clientId: string) {
  const database = new DatabaseSync(service.config.databaseFile, { readOnly: true });
  const tables = tablesWithClients(database);
  const rows = tables.map((table) => {
    const { n } =
      database.prepare(`select count(*) as n from ${table} where client_id = ?`).get(clientId) ?? {};
    return [table, Number(n)] as const;
  });
  const pieces = database
    .prepare("select count(*) as n from audio_pieces where audio_id like ?")
    .get(`${clientId}/%`);
  const jobs = database.prepare("select count(*) as n from jobs where payload like ?").get(`%${clientId}%`);
  database.close();
  return Object.fromEntries([...rows, ["audio_pieces", Number(pieces?.n)], ["jobs", Number(jobs?.n)]]);
}

const SAMPLE_BYTES = 16;
/** Offsets in each body. There are several, because a page of the database file may end within a sample. */
const SAMPLES_AT = [20, 60, 100, 180];

/**
 * Samples of the sealed bytes of this client's data and data key, as they are in the files; with "<>", of another
 * client.
 */
function sealedOf(clientId: string, is: "=" | "<>" = "="): Map<string, string[]> {
  const database = new DatabaseSync(service.config.databaseFile, { readOnly: true });
  const samplesOf = (column: string, table: string, where: string) => {
    const statement = database.prepare(`select ${column} as body from ${table} where ${where}`);
    const body = statement.get(clientId)?.body;
    if (!(body instanceof Uint8Array)) throw new Error(`${table} has nothing of the client`);
    return SAMPLES_AT.map((at) =>
      Buffer.from(body.subarray(at, at + SAMPLE_BYTES)).toString("latin1"),
    ).filter((sample) => sample.length === SAMPLE_BYTES);
  };
  const ofClient = `client_id ${is} ?`;
  const found = new Map([
    ["data key", samplesOf("wrapped", "data_keys", `owner ${is} ? and owner <> 'installation'`)],
    ["answers", samplesOf("body", "revisions", ofClient)],
    ["submission", samplesOf("body", "submissions", ofClient)],
    ["sound as it came", samplesOf("body", "take_parts", ofClient)],
    [
      "copy of sound",
      samplesOf(
        "body",
        "audio_pieces",
        is === "=" ? "audio_id like ? || '/%'" : "audio_id not like ? || '/%'",
      ),
    ],
  ]);
  database.close();
  return found;
}

/** All of them except the list of erased clients, which is used on PostgreSQL. */
function tablesWithClients(database: DatabaseSync): string[] {
  const columns = database.prepare(
    "select t.name from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table' and c.name = 'client_id'",
  );
  const names = columns.all().map((row) => String(row.name));
  return names.filter((name) => name !== "erased_clients");
}

describe("an erased client", () => {
  test("is in no file of the installation: no words, audio or name", async () => {
    expect(filesWith(service.folder).length).toBeGreaterThan(0);
    expect(await erase()).toBe("erased");
    expect(filesWith(service.folder)).toEqual([]);
    expect(filesWith(service.folder, "sings").length, "the others' sound").toBeGreaterThan(0);
    for (const word of ["Amsel", "Drossel"])
      expect(filesWith(service.folder, `${word} Bakery`)).not.toEqual([]);
  });

  test("is in no file in encrypted form either, nor is the key", async () => {
    const sealed = sealedOf(canary.clientId);
    const left = () =>
      [...sealed].filter(([, samples]) =>
        samples.some((sample) => filesWith(service.folder, sample).length > 0),
      );
    expect(left().map(([what]) => what)).toEqual([...sealed.keys()]);
    const others = sealedOf(canary.clientId, "<>");
    await erase();
    expect(left().map(([what]) => what)).toEqual([]);
    for (const [what, samples] of others)
      expect(
        samples.flatMap((sample) => filesWith(service.folder, sample)),
        what,
      ).not.toEqual([]);
  });

  test("has a row in no table except the audit trail's", async () => {
    // object storage is tested in tests/api/object-storage.test.ts, and the two other tables are no longer filled
    const { audio_objects: _, work_moments: __, section_times: ___, ...before } = rowsOf(canary.clientId);
    expect(Object.values(before).every((count) => count > 0)).toBe(true);
    await erase();
    const { events, ...others } = rowsOf(canary.clientId);
    expect(
      Object.values(others).every((count) => count === 0),
      JSON.stringify(others),
    ).toBe(true);
    expect(events).toBeGreaterThan(0);
  });

  test("leaves an audit trail that names who erased them, without their words", async () => {
    await erase();
    const events = await service.storage.audit.list(canary.clientId);
    const { now: at } = service.time;
    expect(events.filter(({ kind }) => kind === "client.erased")).toEqual([
      { at, kind: "client.erased", clientId: canary.clientId, ...BY },
    ]);
    expect(JSON.stringify(events)).not.toContain(CANARY);
  });

  test("cannot sign in and has no session", async () => {
    const { token, accessKey, clientId } = await service.signIn("Rosa");
    await eraseClient(service, { clientId, at: service.time.now, by: BY });
    expect((await service.call("GET", "/v1/onboarding", { token })).status).toBe(401);
    const exchange = await service.call("POST", "/v1/auth/exchange", { body: { key: accessKey } });
    expect([exchange.status, ((await exchange.json()) as { code: string }).code]).toEqual([
      401,
      "INVALID_ACCESS_KEY",
    ]);
  });

  test("is not found the second time, like an unknown client", async () => {
    await erase();
    expect(await erase()).toBe("missing");
    const nobody = eraseClient(service, {
      clientId: "cl_00000000000000000000",
      at: service.time.now,
      by: BY,
    });
    expect(await nobody).toBe("missing");
    expect(
      (await service.storage.audit.list(canary.clientId)).filter(({ kind }) => kind === "client.erased"),
    ).toHaveLength(1);
  });

  test("affects no other client", async () => {
    const others = (await service.storage.clients.list()).filter(
      ({ clientId }) => clientId !== canary.clientId,
    );
    const before = await Promise.all(others.map(({ clientId }) => service.storage.records.load(clientId)));
    await erase();
    await runMaintenance(service.storage, service.time.now);
    await sweepTakes(service, service.time.now);
    expect(await service.storage.clients.list()).toEqual(others);
    expect(await Promise.all(others.map(({ clientId }) => service.storage.records.load(clientId)))).toEqual(
      before,
    );
    for (const { clientId } of others)
      expect(rowsOf(clientId)).toMatchObject({ takes: 2, audio_pieces: 3, jobs: 1 });
  });
});

describe("while a client is being erased", () => {
  const condemn = () =>
    service.storage.erasing.softDeleteClient({ clientId: canary.clientId, at: service.time.now }, []);

  test("no reader sees the client, from the first step on", async () => {
    await condemn();
    const { clientId } = canary;
    expect(await service.storage.clients.find(clientId)).toBeUndefined();
    expect((await service.storage.clients.list()).map((client) => client.clientId)).not.toContain(clientId);
    expect(await service.storage.clients.listAfter("all", "", 10)).toHaveLength(2);
    expect(await service.storage.takes.list(clientId)).toEqual([]);
    expect(await service.storage.erasing.listSoftDeleted()).toEqual([clientId]);
  });

  test("a pending save and a pending part of a take find no key, and leave nothing behind", async () => {
    await condemn();
    const { clientId } = canary;
    const saving = {
      clientId,
      now: service.time.now,
      requestId: "late",
      expectedRevision: undefined,
      idempotencyKey: "late",
    };
    const save = saveRecord(service.storage, service.book.current(), { data: written(CANARY) }, saving);
    await expect(save).rejects.toThrow("There is no data key: the client was erased");
    const part = { clientId, takeId: crypto.randomUUID(), part: 0, body: Buffer.from(CANARY), sha256: "x" };
    const sending = service.storage.takes.receivePart({ ...part, beginsAsAudio: true, at: service.time.now });
    await expect(sending).rejects.toThrow("There is no");
    expect(await sweepErasures(service, service.time.now)).toBe(1);
    expect(filesWith(service.folder)).toEqual([]);
    expect(
      Object.entries(rowsOf(clientId)).filter(([table, count]) => table !== "events" && count > 0),
    ).toEqual([]);
  });

  test("a worker that holds a take is waited for, and the sweep finishes the erasing", async () => {
    const { now } = service.time;
    const jobs = [1, 2, 3].map(() =>
      service.storage.jobs.take([TRANSCRIBE_TAKE_JOB], { now: Date.now(), until: Date.now() + 60_000 }),
    );
    const held = (await Promise.all(jobs)).find((job) => job?.dedupeKey.includes(canary.clientId));
    if (!held) throw new Error("The job is not there");
    expect(await erase()).toBe("unfinished");
    expect(await service.storage.clients.find(canary.clientId)).toBeUndefined();
    // the worker tries to store its copy, and finds that the recording is gone
    const copying = service.audio.put(canary.waiting, canary.sound);
    await expect(copying).rejects.toThrow("There is no such client any more");
    expect(await service.storage.takes.keepCopy(held, canary.waiting, { durationMs: 1, bytes: 1 })).toBe(
      "deleted",
    );
    expect(await sweepErasures(service, now)).toBe(0);
    await service.storage.jobs.drop(held);
    expect(await sweepErasures(service, now)).toBe(1);
    expect(filesWith(service.folder)).toEqual([]);
  });

  test("a reader of the database keeps the erasing unfinished until the sweep", async () => {
    const reader = new DatabaseSync(service.config.databaseFile);
    reader.exec("begin; select * from clients");
    expect(await erase()).toBe("unfinished");
    reader.exec("commit");
    reader.close();
    expect(await sweepErasures(service, service.time.now)).toBe(1);
    expect(filesWith(service.folder)).toEqual([]);
  });
});

test("every table with a client in it is erased, is the audit trail, or follows clients", () => {
  const database = new DatabaseSync(service.config.databaseFile, { readOnly: true });
  const tables = tablesWithClients(database);
  database.close();
  const erased = [...TABLES_OF_CLIENT.inSteps, ...TABLES_OF_CLIENT.atTheEnd];
  // a trigger removes the client from the search index
  expect(tables.sort()).toEqual([...erased, "client_search_ids", "events"].sort());
});

describe("the list of erased clients", () => {
  const file = () => service.config.erasedFile;

  test("has id and time, once, and nothing else", async () => {
    await erase();
    await service.erased.add(canary.clientId, service.time.now + 1);
    expect(readFileSync(file(), "utf8")).toBe(
      `${canary.clientId} ${new Date(service.time.now).toISOString()}\n`,
    );
  });

  test("continues after a line that a crash cut short", async () => {
    writeFileSync(file(), "cl_0123456789abcdef0123 2026-03-01T12:00:00.000Z\ncl_9999");
    await service.erased.add("cl_aaaaaaaaaaaaaaaaaaaa", service.time.now);
    expect(service.erased.ids()).toEqual(["cl_0123456789abcdef0123", "cl_aaaaaaaaaaaaaaaaaaaa"]);
  });

  test("that cannot be used stops the erasing, which the sweep finishes later", async () => {
    mkdirSync(file());
    await expect(erase()).rejects.toThrow(/erased cannot be used/);
    rmSync(file(), { recursive: true });
    expect(await sweepErasures(service, service.time.now)).toBe(1);
    expect(service.erased.ids()).toEqual([canary.clientId]);
  });

  test("erases a client who came back, as from a backup", async () => {
    await service.erased.add(canary.clientId, service.time.now);
    expect(await softDeleteListed(service, service.time.now)).toBe(1);
    expect(await softDeleteListed(service, service.time.now)).toBe(0);
    await sweepErasures(service, service.time.now);
    expect(filesWith(service.folder)).toEqual([]);
    const events = await service.storage.audit.list(canary.clientId);
    const erased = events.filter(({ kind }) => kind === "client.erased");
    expect(erased).toEqual([expect.objectContaining({ actor: "nobody", detail: "restored" })]);
  });
});
