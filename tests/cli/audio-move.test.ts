import { existsSync, statSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { readConfig } from "../../server/settings/config.ts";
import { addCanaryClient } from "../support/data/canary-client.ts";
import { type ObjectStore, objectStore } from "../support/peers/object-store.ts";
import { commandLine } from "../support/service/command-line.ts";

const PATIENTLY = { timeout: 20_000, interval: 50 };

let store: ObjectStore;
let cli: ReturnType<typeof commandLine>;
let canary: Awaited<ReturnType<typeof addCanaryClient>>;
beforeAll(async () => {
  store = await objectStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  cli = commandLine();
  const installation = await cli.open();
  canary = await addCanaryClient(installation, readConfig({ FIRSTHAND_DATA: cli.data }));
  await installation.storage.close();
});
afterEach(async () => {
  store.failBy(undefined);
  await withAudio(store.env, ({ audio }) => audio.dropAllOf(canary.clientId));
  cli.remove();
});

type Env = { [name: string]: string };
type Opened = Awaited<ReturnType<typeof cli.open>>;

async function withAudio<Result>(env: Env, look: (opened: Opened) => Promise<Result>): Promise<Result> {
  const installation = await cli.open(env);
  try {
    return await look(installation);
  } finally {
    await installation.storage.close();
  }
}

/** The canary's recording, read with these settings. */
const heard = (env: Env) =>
  withAudio(env, async ({ audio }) => {
    const size = await audio.size(canary.heard);
    if (size === undefined) return undefined;
    const pieces: Uint8Array[] = [];
    for await (const piece of audio.read(canary.heard, { first: 0, last: size - 1 })) pieces.push(piece);
    return Buffer.concat(pieces);
  });
const inDatabase = () => withAudio({}, ({ audioPlaces }) => audioPlaces.database.list());
const move = (to: string, more: Env = store.env) => cli.firsthand(["audio", "move", "--to", to], more);

/** Warnings that a server prints at its start; the server is ready all the same. */
async function warningsAtStart(env: Env): Promise<string> {
  const server = await cli.serve({ ...env, NODE_ENV: "production" });
  await vi.waitFor(() => expect(server.output()).toContain("Warning: "), PATIENTLY);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await server.stop();
  return server.output();
}

describe("recordings from before object storage was set", () => {
  test("are played from the database, and erased from there", async () => {
    expect((await heard(store.env))?.equals(canary.sound)).toBe(true);
    const erased = await cli.firsthand(["client", "erase", canary.clientId, "--yes"], store.env);
    expect([erased.stderr, erased.status, await inDatabase()]).toEqual(["", 0, []]);
  });

  test("are moved there, and back", async () => {
    expect(await move("objects")).toEqual({
      status: 0,
      stdout: "Moved to object storage: 1 recording\n",
      stderr: "",
    });
    expect([await inDatabase(), (await store.keys()).length]).toEqual([[], 1]);
    expect((await heard(store.env))?.equals(canary.sound)).toBe(true);
    expect((await move("objects")).stdout).toContain("Moved to object storage: 0 recordings");

    expect((await move("database")).stdout).toMatch(
      /^Moved to the database: 1 recording\nUnset FIRSTHAND_S3/,
    );
    expect([await inDatabase(), await store.keys()]).toEqual([[canary.heard], []]);
    expect((await heard({}))?.equals(canary.sound)).toBe(true);
  });

  test("stay where they are while the store is unavailable, and when they are damaged", async () => {
    store.failBy({ status: 503 });
    const away = await move("objects");
    expect([away.status, away.stderr]).toEqual([1, "The object storage cannot serve: it answered 503.\n"]);
    expect((await heard({}))?.equals(canary.sound)).toBe(true);

    store.failBy(undefined);
    await move("objects");
    store.failBy({ change: (body) => Buffer.alloc(body.length, "other") });
    const damaged = await move("database");
    expect([damaged.status, damaged.stdout]).toEqual([
      0,
      expect.stringContaining(
        `Warning: Recording ${canary.heard.takeId} of ${canary.clientId} can't be read, so it wasn't moved.\n`,
      ),
    ]);
    expect([await inDatabase(), (await store.keys()).length]).toEqual([[], 1]);
  });
});

test("moving without object storage is refused with what to do", async () => {
  expect(await move("objects", {})).toEqual({
    status: 1,
    stdout: "",
    stderr: expect.stringMatching(/^Object storage isn't set up\. Set FIRSTHAND_S3_ENDPOINT/),
  });
  expect((await move("tape")).status).toBe(2);
});

describe("where the setting is gone but the recordings are in object storage,", () => {
  beforeEach(async () => void (await move("objects")));

  test("nothing can be played, and the client does not count as erased", async () => {
    await expect(heard({})).rejects.toThrow("Set FIRSTHAND_S3_ENDPOINT");
    const erased = await cli.firsthand(["client", "erase", canary.clientId, "--yes"]);
    expect([erased.status, erased.stdout]).toEqual([
      0,
      expect.stringMatching(/^Erased: .*still in use, or object storage/),
    ]);
    expect(await store.keys()).toHaveLength(1);
    await withAudio(store.env, async ({ storage }) =>
      expect(await storage.erasing.listSoftDeleted()).toEqual([canary.clientId]),
    );
  });

  test("the server says so at its start", async () => {
    expect(await warningsAtStart({})).toContain("Recordings in object storage, which isn't set up: 1.");
  });
});

describe("a server with object storage", () => {
  test("reports nothing when all is well", async () => {
    await move("objects");
    const server = await cli.serve({ ...store.env, NODE_ENV: "production" });
    await vi.waitFor(() => expect(store.requests).toContain("GET /recordings"), PATIENTLY);
    await server.stop();
    expect(server.output()).not.toContain("Warning");
  });

  test("names the recordings that are still in the database", async () => {
    expect(await warningsAtStart(store.env)).toContain(
      'Recordings in the database: 1. "firsthand audio move" brings them to object storage.',
    );
  });

  test.each<[string, Env, string]>([
    ["a bucket is missing", { FIRSTHAND_S3_BUCKET: "no-such" }, 'Create the bucket "no-such" there'],
    ["the secret is wrong", { FIRSTHAND_S3_SECRET: "wrong-one" }, "Correct FIRSTHAND_S3_KEY_ID and"],
    ["the store is away", { FIRSTHAND_S3_ENDPOINT: "http://127.0.0.1:1" }, "Check FIRSTHAND_S3_ENDPOINT"],
  ])("starts when %s, and says what to do", async (_what, wrong, advice) => {
    const said = await warningsAtStart({ ...store.env, ...wrong });
    expect(said).toContain(advice);
    expect(said).toContain("Until then new recordings wait in the database");
    expect(said).not.toContain("wrong-one");
  });
});

test("a backup says that recordings are not in it", async () => {
  const file = `${cli.folder}/backup.db`;
  const { stdout } = await cli.firsthand(["backup", file], store.env);
  expect(stdout).toContain(`Warning: Recordings in the bucket "recordings" aren't in this backup`);
});

test("an archive that would be incomplete, because the store is unavailable, is not written", async () => {
  await move("objects");
  const file = `${cli.folder}/canary.zip`;
  const writing = ["client", "export", canary.clientId, "--output", file];
  store.failBy("away");
  const { status, stderr } = await cli.firsthand(writing, store.env);
  expect([status, stderr, existsSync(file)]).toEqual([
    1,
    expect.stringMatching(/^The object storage cannot serve: ECONNRESET\.\n$/),
    false,
  ]);
  store.failBy(undefined);
  const whole = await cli.firsthand(writing, store.env);
  expect([whole.status, statSync(file).size > canary.sound.length]).toEqual([0, true]);
});

test("the settings are shown without the secret", async () => {
  const { stdout } = await cli.firsthand(["config"], store.env);
  expect(stdout).toContain(store.endpoint);
  expect(stdout).not.toContain(store.settings.secret);
});
