import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Manager } from "#contract/manage/accounts.ts";
import { commandLine } from "../support/service/command-line.ts";

type Added = { managerId: string; email: string; role: string; link: string; expiresAt: string };

const cli = commandLine();
let mia: Added;
beforeAll(async () => {
  await cli.make();
  mia = await cli.facts<Added>(
    "manager",
    "add",
    "Mia Lopes",
    "--email",
    " Mia@Example.com ",
    "--administrator",
  );
});
afterAll(() => cli.remove());

const list = () => cli.facts<Manager[]>("manager", "list");
const LINK = /^http:\/\/127\.0\.0\.1:8080\/console\/#link=fhl_[\w-]{43}$/;

test("an account is created with a link that has the token in its fragment", async () => {
  expect(mia).toMatchObject({ name: "Mia Lopes", email: "mia@example.com", role: "administrator" });
  expect(mia.link).toMatch(LINK);
  expect(Date.parse(mia.expiresAt) - Date.now()).toBeGreaterThan(2.9 * 86_400_000);
  expect(await list()).toMatchObject([
    { managerId: mia.managerId, state: "invited", clients: 0, lastUsedAt: null },
  ]);
});

test("the output for people has the same facts", async () => {
  const { stdout } = await cli.firsthand(["manager", "add", "Ben", "--email", "ben@example.com"]);
  expect(stdout).toMatch(/^Account manager: Ben, ben@example\.com \(mg_[0-9a-f]{20}\)\n/);
  expect(stdout).toMatch(/It works once, until .*, and is not shown again\./);
  const { stdout: table } = await cli.firsthand(["manager", "list"]);
  expect(table).toContain("2 account managers");
});

test("a new link is made by email address or id, and differs each time", async () => {
  const links = [mia.link];
  for (const name of [mia.managerId, "MIA@example.com"])
    links.push((await cli.facts<Added>("manager", "link", name)).link);
  expect(new Set(links).size).toBe(3);
  for (const link of links) expect(link).toMatch(LINK);
});

test("a revoked account gets no link, and is listed as such", async () => {
  const { managerId } = await cli.facts<Added>("manager", "add", "Eve", "--email", "eve@example.com");
  expect(await cli.facts("manager", "revoke", "eve@example.com")).toEqual({ managerId, revoked: true });
  expect((await list()).find((one) => one.managerId === managerId)?.state).toBe("revoked");
  const refused = await cli.firsthand(["manager", "link", managerId]);
  expect([refused.status, refused.stderr]).toEqual([1, "Eve is revoked and can't sign in.\n"]);
});

test("an absent manager is listed with the day and the colleague who has the clients", async () => {
  const tom = await cli.facts<Added>("manager", "add", "Tom Reed", "--email", "tom@example.com");
  const { storage } = await cli.open();
  const { managerId } = mia;
  const time = { until: "2126-12-04", endsAt: Date.parse("2126-12-04"), beganAt: Date.now() };
  const people = { managerId, handTo: tom.managerId, by: managerId, isMailed: false };
  const event = { kind: "manager.away", actor: managerId, at: time.beganAt } as const;
  await storage.managers.handOver({ ...people, ...time }, () => event);
  await storage.close();
  const { stdout } = await cli.firsthand(["manager", "list"]);
  const lineOf = (email: string) => stdout.split("\n").find((line) => line.includes(email));
  expect(lineOf("mia@example.com")).toContain("until 2126-12-04, Tom Reed");
  expect(lineOf("tom@example.com")).toMatch(/ no +never$/);
  expect((await list()).find((one) => one.managerId === managerId)?.away).toEqual({
    handTo: { managerId: tom.managerId, name: "Tom Reed" },
    until: "2126-12-04",
    clients: 0,
  });
  await cli.facts("manager", "revoke", "tom@example.com");
});

describe("an account that is linked to a person at the provider", () => {
  const ISSUER = "https://id.example.com";
  const openId = {
    FIRSTHAND_OIDC_ISSUER: ISSUER,
    FIRSTHAND_OIDC_CLIENT_ID: "firsthand",
    FIRSTHAND_OIDC_CLIENT_SECRET: "sk-secret",
  };
  const unlink = (more = {}) => cli.firsthand(["manager", "unlink", "mia@example.com"], more);

  test("is listed as active, and unlinked once", async () => {
    const { storage } = await cli.open();
    const linked = { issuer: `${ISSUER}/`, subject: "mia", managerId: mia.managerId, linkedAt: Date.now() };
    await storage.identities.link(linked, []);
    const { stdout } = await cli.firsthand(["manager", "list", "--json"], openId);
    expect(JSON.parse(stdout)).toContainEqual(
      expect.objectContaining({ managerId: mia.managerId, isLinked: true, state: "active" }),
    );
    const done = await unlink(openId);
    expect([done.status, done.stdout]).toEqual([
      0,
      "Mia Lopes will be linked again at the next sign-in with the account's email address.\n",
    ]);
    expect(await storage.identities.findManager(linked)).toBeUndefined();
    await storage.close();
    const again = await unlink(openId);
    expect([again.status, again.stderr]).toEqual([1, "Mia Lopes isn't linked at https://id.example.com/.\n"]);
  });

  test("cannot be unlinked when no issuer is set", async () => {
    const refused = await unlink();
    expect([refused.status, refused.stderr]).toEqual([
      1,
      "OpenID Connect isn't set up: FIRSTHAND_OIDC_ISSUER is not set.\n",
    ]);
  });
});

describe("a second factor", () => {
  const remove = (who = "mia@example.com") => cli.firsthand(["manager", "remove-second-factor", who]);

  test("is removed once, and the account's sessions end", async () => {
    const { storage } = await cli.open();
    const by = { at: Date.now(), actor: mia.managerId };
    const right = { recoveryHash: undefined, periodOf: () => 1, waitMs: () => 0 };
    await storage.secondFactors.begin(mia.managerId, "JBSWY3DPEHPK3PXP");
    const kept = { managerId: mia.managerId, keptToken: "kept" };
    await storage.secondFactors.confirm({ by, ...right, ...kept }, ["hash"]);
    const lives = { createdAt: by.at, lastUsedAt: by.at, expiresAt: by.at + 60_000 };
    const began = { way: "openid" as const, address: null, device: null, browserHash: null };
    const session = { managerId: mia.managerId, tokenHash: "kept", ...lives, ...began };
    expect(await storage.managerSessions.open(session, 20, [])).toBe(true);
    expect((await list()).find((one) => one.managerId === mia.managerId)?.hasSecondFactor).toBe(true);

    const done = await remove("MIA@example.com");
    expect([done.status, done.stdout]).toEqual([
      0,
      "Mia Lopes now signs in with only a password, until they set up a second factor again.\n",
    ]);
    expect(await storage.managers.find(mia.managerId)).toMatchObject({ secondFactorAt: null });
    expect(await storage.managerSessions.list(mia.managerId)).toEqual([]);
    const [event] = await storage.audit.listAll({ limit: 1 });
    expect(event).toMatchObject({
      kind: "manager.second-factor-removed",
      actor: "operator",
      detail: mia.managerId,
    });
    await storage.close();
  });

  test("that does not exist, or of an unknown account, ends in an error", async () => {
    const again = await remove();
    expect([again.status, again.stdout, again.stderr]).toEqual([1, "", "Mia Lopes has no second factor.\n"]);
    const nobody = await remove("mg_0");
    expect(nobody.stderr).toContain("There is no account manager mg_0.");
  });
});

test("a server with incomplete OpenID Connect settings does not start, and says what is missing", async () => {
  const { status, stderr } = await cli.firsthand(["serve"], {
    FIRSTHAND_OIDC_ISSUER: "https://id.example.com",
  });
  expect(status).toBe(2);
  for (const name of ["CLIENT_ID", "CLIENT_SECRET"])
    expect(stderr).toContain(`FIRSTHAND_OIDC_${name}: missing. OpenID Connect needs all three settings.`);
  expect(stderr).not.toContain("FIRSTHAND_OIDC_ISSUER:");
});

describe("mistakes are reported, and change nothing:", () => {
  test.each<[string, string[], string]>([
    ["a wrong one", ["add", "Ann", "--email", "ann"], `"ann" isn't an email address.`],
    [
      "one that is taken",
      ["add", "Ann", "--email", "MIA@example.com"],
      "Another account uses the email address mia@example.com.",
    ],
    ["an empty name", ["add", " ", "--email", "ann@example.com"], "The name is empty."],
    [
      "a name with hidden characters",
      ["add", "A\u202en", "--email", "ann@example.com"],
      "characters that cannot be seen",
    ],
    [
      "a name that is too long",
      ["add", "A".repeat(201), "--email", "a@example.com"],
      "longer than 200 characters",
    ],
    [
      "somebody who is not there",
      ["revoke", "nobody@example.com"],
      "There is no account manager nobody@example.com.",
    ],
    [
      "an id that is not there",
      ["link", "mg_0"],
      'There is no account manager mg_0. Run "firsthand manager list" to see all account managers.',
    ],
    [
      "the last administrator",
      ["revoke", "mia@example.com"],
      "Mia Lopes is the last administrator. Add another administrator first.",
    ],
  ])("%s", async (_, args, message) => {
    const before = await list();
    const { status, stdout, stderr } = await cli.firsthand(["manager", ...args]);
    expect(stderr).toContain(message);
    expect([status, stdout]).toEqual([1, ""]);
    expect(await list()).toEqual(before);
  });

  test("a forgotten email address", async () => {
    const { status, stderr } = await cli.firsthand(["manager", "add", "Ann"]);
    expect(stderr).toContain("required option '--email <address>' not specified");
    expect(status).toBe(2);
  });
});
