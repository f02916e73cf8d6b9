import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AddedClient, commandLine } from "../support/service/command-line.ts";

type Pepper = { pepperId: string; isCurrent: boolean; keys: number; pins: number };

let cli: ReturnType<typeof commandLine>;
let rosa: AddedClient;
beforeEach(async () => {
  cli = commandLine();
  rosa = await cli.addClient("Rosa");
});
afterEach(() => cli.remove());

const file = () => join(cli.data, "secrets.json");
const peppers = async () =>
  (await cli.facts<Pepper[]>("secrets", "peppers")).map(({ pepperId, isCurrent, keys, pins }) =>
    [pepperId, isCurrent ? "current" : "earlier", keys, pins].join(" "),
  );
const rotate = () => cli.facts<{ currentPepper: string; peppers: Pepper[] }>("secrets", "rotate-pepper");
const drop = (pepperId: string) => cli.firsthand(["secrets", "drop-pepper", pepperId]);

test("a rotation makes a new pepper, and says how many keys and PINs depend on each", async () => {
  await cli.facts("client", "pin", "set", rosa.clientId);
  const rotated = await rotate();
  expect(rotated.currentPepper).toBe("p2");
  expect(rotated.peppers).toMatchObject([
    { pepperId: "p1", isCurrent: false, keys: 1, pins: 1, lastExpiresAt: expect.stringMatching(/^\d{4}-/) },
    { pepperId: "p2", isCurrent: true, keys: 0, pins: 0, lastExpiresAt: null },
  ]);
  await cli.addClient("Ben");
  await cli.facts("client", "pin", "set", rosa.clientId);
  expect(await peppers()).toEqual(["p1 earlier 1 0", "p2 current 1 1"]);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

test("the output for people contains no secret", async () => {
  const { stdout } = await cli.firsthand(["secrets", "rotate-pepper"]);
  expect(stdout).toMatch(/^New access keys and PINs now use pepper p2/);
  expect(stdout).toMatch(
    /PEPPER +STATE +LIVE KEYS +PINS +LAST KEY ENDS\np1 +earlier +1 +0 +\d{4}-.*\np2 +current/,
  );
  expect(stdout).toContain(`Back up ${file()} now.`);
  const { peppers: ring } = JSON.parse(readFileSync(file(), "utf8")) as { peppers: { [id: string]: string } };
  for (const secret of Object.values(ring)) expect(stdout).not.toContain(secret.slice(0, 8));
});

describe("beside a running server", () => {
  let server: Awaited<ReturnType<typeof cli.serve>>;
  beforeEach(async () => {
    server = await cli.serve({ NODE_ENV: "production", FIRSTHAND_LOG_LEVEL: "warn" });
  });
  afterEach(() => server.stop());

  async function exchange({ accessKey }: AddedClient, pin?: string): Promise<number> {
    const body = JSON.stringify({ key: accessKey, pin });
    const headers = { "content-type": "application/json" };
    return (await fetch(`${server.url}/v1/auth/exchange`, { method: "POST", headers, body })).status;
  }

  test("keys and PINs move to the new pepper when used, new ones use it at once, and the old pepper can go", async () => {
    const { pin } = await cli.facts<{ pin: string }>("client", "pin", "set", rosa.clientId);
    const idle = await cli.addClient("Ida");
    expect(await exchange(rosa, pin)).toBe(200);
    await rotate();
    const ben = await cli.addClient("Ben");
    expect(await exchange(ben)).toBe(200);
    expect(await peppers()).toEqual(["p1 earlier 2 1", "p2 current 1 0"]);
    // a key without its PIN moves nothing to the new pepper
    expect(await exchange(rosa)).toBe(401);
    expect(await peppers()).toEqual(["p1 earlier 2 1", "p2 current 1 0"]);
    expect(await exchange(rosa, pin)).toBe(200);
    expect(await peppers()).toEqual(["p1 earlier 1 0", "p2 current 2 1"]);
    expect(await exchange(rosa, pin)).toBe(200);
    const refused = await drop("p1");
    expect(refused.stderr).toMatch(
      /^Pepper p1 is still needed by 1 live key\. Each key and PIN moves .*The last of these keys expires on \d{4}-.* Nothing was changed\.\n$/,
    );
    expect(refused.status).toBe(1);
    await cli.facts("key", "revoke", idle.keyId);
    expect((await drop("p1")).stdout).toMatch(/^Pepper p1 was deleted from .*secrets\.json\.\n/);
    expect(await peppers()).toEqual(["p2 current 2 1"]);
    expect(await exchange(rosa, pin)).toBe(200);
    expect(await exchange(ben)).toBe(200);
    expect(await exchange(idle)).toBe(401);
  });

  test("a file damaged meanwhile does not stop known clients", async () => {
    writeFileSync(file(), "{");
    expect(await exchange(rosa)).toBe(200);
    const { status, stderr } = await cli.firsthand(["secrets", "rotate-pepper"]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/secrets\.json: it cannot be read as JSON\. Restore it from your backup\.\n$/);
  });
});

test.each<[string, RegExp]>([
  ["p1", /^p1 is the current pepper\./],
  ["p9", /^There is no pepper "p9"\. Available: p1\.\n$/],
  ["__proto__", /^There is no pepper "__proto__"/],
])("a pepper that is still needed stays: %s", async (pepperId, message) => {
  const before = readFileSync(file(), "utf8");
  const { status, stdout, stderr } = await drop(pepperId);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(message);
  expect(readFileSync(file(), "utf8")).toBe(before);
});

test("of two simultaneous rotations, each makes its own pepper or is refused", async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 4 }, () => cli.firsthand(["secrets", "rotate-pepper"])),
  );
  const made = outcomes.filter(({ status }) => status === 0).length;
  for (const { stderr } of outcomes.filter(({ status }) => status !== 0))
    expect(stderr).toMatch(/^Another command is changing .*secrets\.json just now|holds it locked/);
  expect(made).toBeGreaterThan(0);
  expect(await peppers()).toHaveLength(1 + made);
});
