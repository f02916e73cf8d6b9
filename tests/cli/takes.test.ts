import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TakeState } from "#contract/api/calls.ts";
import { openSqlite } from "../../server/storage/sqlite/sqlite.ts";
import { queueTake } from "../support/data/queued-take.ts";
import { type AddedClient, commandLine } from "../support/service/command-line.ts";

const cli = commandLine();
const databaseFile = `${cli.data}/firsthand.db`;
let rosa: AddedClient;
let ben: AddedClient;
beforeAll(async () => {
  rosa = await cli.addClient("Rosa");
  ben = await cli.addClient("Ben");
  await addTake(rosa, "t1", "queued");
  await addTake(rosa, "t2", "failed");
  await addTake(ben, "t3", "failed");
  await addTake(ben, "t4", "transcribed");
});
afterAll(() => cli.remove());

async function addTake({ clientId }: AddedClient, takeId: string, state: TakeState): Promise<void> {
  const now = Date.now() - 3 * 3_600_000;
  await queueTake(databaseFile, { clientId, takeId }, { sound: Buffer.from("sound"), now });
  if (state === "queued") return;
  const engine = await openSqlite(databaseFile);
  await engine.write(async (db) => {
    const transcript = new TextEncoder().encode("what was said");
    const changes = { state, ...(state === "transcribed" && { transcript, duration_ms: 4_400 }) };
    await db.updateTable("takes").set(changes).where("take_id", "=", takeId).execute();
    await db.deleteFrom("jobs").where("dedupe_key", "like", `%/${takeId}`).execute();
  });
  await engine.close();
}

type Facts = { clientId: string; takeId: string; state: TakeState; attempts: number | null };
const states = async (...of: string[]) =>
  (await cli.facts<Facts[]>("take", "list", ...of)).map(({ takeId, state, attempts }) => [
    takeId,
    state,
    attempts,
  ]);
const said = async (...args: string[]) => {
  const { status, stdout, stderr } = await cli.firsthand(args);
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
};
const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

describe("take list", () => {
  test("lists the state of each take, of all clients or of one", async () => {
    const all = await cli.facts<Facts[]>("take", "list");
    expect(all.map(({ takeId }) => takeId).sort()).toEqual(["t1", "t2", "t3", "t4"]);
    expect(await cli.facts("take", "list", rosa.clientId)).toEqual([
      {
        clientId: rosa.clientId,
        takeId: "t1",
        state: "queued",
        question: "customer-acquisition",
        createdAt: ISO,
        closedAt: ISO,
        durationMs: null,
        bytes: 5,
        attempts: 0,
      },
      expect.objectContaining({ takeId: "t2", state: "failed", attempts: null }),
    ]);
  });

  test("never prints words", async () => {
    const text = await said("take", "list");
    expect(text).toMatch(/^CLIENT +TAKE +STATE +QUESTION +AGE +SECONDS +ATTEMPTS\n/);
    expect(text).toMatch(/ t4 +transcribed +customer-acquisition +3 h +4 +-\n/);
    expect(`${text}${await said("take", "list", "--json")}`).not.toContain("what was said");
  });

  test("of a client who recorded nothing says so", async () => {
    const { clientId } = await cli.addClient("Tom");
    expect(await said("take", "list", clientId)).toBe("There are no recordings yet.\n");
    expect(await cli.facts("take", "list", clientId)).toEqual([]);
  });
});

describe("take retry", () => {
  test("queues one take", async () => {
    expect(await cli.facts("take", "retry", rosa.clientId, "t2")).toEqual({
      queued: [{ clientId: rosa.clientId, takeId: "t2" }],
    });
    expect(await states(rosa.clientId)).toEqual([
      ["t1", "queued", 0],
      ["t2", "queued", 0],
    ]);
  });

  test("with --failed queues all failed takes, and no other", async () => {
    expect(await said("take", "retry", "--failed")).toBe("1 recording queued.\n");
    expect(await states(ben.clientId)).toEqual([
      ["t3", "queued", 0],
      ["t4", "transcribed", null],
    ]);
    expect(await said("take", "retry", "--failed")).toBe("0 recordings queued.\n");
  });

  test.each<[string, () => string[], RegExp]>([
    ["of none that is named", () => [], /^Name a recording, .* or add --failed/],
    ["of a client alone", () => [rosa.clientId], /^Name a recording/],
    ["of one and of all", () => [rosa.clientId, "t2", "--failed"], /^Name a recording/],
    [
      "of one that is not there",
      () => [rosa.clientId, "t9"],
      /^There is no recording t9 of cl_\S+ Run "firsthand take list"/,
    ],
    ["of another client's", () => [rosa.clientId, "t3"], /^There is no recording t3/],
    [
      "of one that has its words",
      () => [ben.clientId, "t4"],
      /^Recording t4 can't be transcribed\. .*already/,
    ],
  ])("%s is refused with what to do", async (_name, args, message) => {
    const { status, stdout, stderr } = await cli.firsthand(["take", "retry", ...args()]);
    expect(stderr).toMatch(message);
    expect([status, stdout]).toEqual([1, ""]);
  });

  test("and list of an unknown client are refused", async () => {
    const { status, stderr } = await cli.firsthand(["take", "list", "cl_none"]);
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^There is no client cl_none/)]);
  });
});
