import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AuditLine, AuditPage } from "#contract/manage/audit.ts";
import {
  CONSOLE,
  type ConsoleCaller,
  consoleCaller,
  cookieOf,
  PASSWORD,
} from "../../support/data/console-caller.ts";
import { written } from "../../support/data/written.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";

let service: Service;
let admin: ConsoleCaller;
beforeAll(async () => {
  service = await startService();
  admin = await consoleCaller(service, "administrator");
});
afterAll(() => service.close());

async function wholeTrail(): Promise<AuditLine[]> {
  const lines: AuditLine[] = [];
  let next: string | null = null;
  do {
    const page: AuditPage = await admin.read(`/audit${next === null ? "" : `?after=${next}`}`);
    lines.push(...page.lines);
    next = page.next;
  } while (next !== null);
  return lines;
}

test("actions are listed with who did them to whom, from where, by which request", async () => {
  const manager = await consoleCaller(service);
  service.time.now += 1;
  const { clientId, keyId } = await manager.send<{ clientId: string; keyId: string }>("POST", "/clients", {
    name: "Rosa's Bakery",
  });
  const [line] = (await wholeTrail()).filter(({ kind }) => kind === "key.issued");
  expect(line).toEqual({
    eventId: expect.any(String),
    at: new Date(service.time.now).toISOString(),
    kind: "key.issued",
    actor: manager.managerId,
    actorName: manager.name,
    clientId,
    clientName: "Rosa's Bakery",
    managerId: null,
    managerName: null,
    keyId,
    detail: null,
    address: "127.0.0.0/24",
    device: null,
    requestId: expect.stringMatching(/^[\da-f-]{36}$/),
  });
});

test("actions of a session are listed with the session's device, and those of a program without one", async () => {
  const { email } = await consoleCaller(service);
  const signIn = await service.call("POST", "/v1/manage/auth/sign-in", {
    body: { email, password: PASSWORD },
    headers: { ...CONSOLE, "user-agent": FIREFOX },
  });
  // the cookie is now used by another browser, but the session keeps the first one's name
  const headers = { ...CONSOLE, cookie: cookieOf(signIn), "user-agent": "curl/8" };
  const call = (method: string, path: string, body: object, sent: { [name: string]: string } = headers) =>
    service.call(method, `/v1/manage${path}`, { body, headers: sent });
  await call("POST", "/clients", { name: "Ben's Bikes" });
  const made = await call("POST", "/me/tokens", {
    name: "Robot",
    days: 1,
    scopes: ["clients:write", "keys:write"],
    password: PASSWORD,
  });
  const { token } = (await made.json()).data as { token: string };
  await call("POST", "/clients", { name: "Cara's Cakes" }, { authorization: `Bearer ${token}` });
  await call("POST", "/auth/sign-out", {});
  const trail = await wholeTrail();
  const deviceOf = (kind: string, client?: string) =>
    trail.find((line) => line.kind === kind && (client === undefined || line.clientName === client))?.device;
  expect([
    deviceOf("manager.signed-in"),
    deviceOf("client.added", "Ben's Bikes"),
    deviceOf("token.added"),
    deviceOf("client.added", "Cara's Cakes"),
    deviceOf("manager.signed-out"),
  ]).toEqual(["Firefox on Windows", "Firefox on Windows", "Firefox on Windows", null, "Firefox on Windows"]);
  const csv = await (await admin.call("GET", "/audit.csv?group=clients")).text();
  expect(csv.split("\r\n").find((line) => line.includes("Ben's Bikes"))).toContain(",Firefox on Windows,");
  expect(csv).not.toContain("Gecko");
});

test("it comes in pages, each line once", async () => {
  for (let count = 0; count < 120; count++) await service.addClient(`Client ${count}`);
  const lines = await wholeTrail();
  expect(lines.length).toBeGreaterThan(240);
  expect(new Set(lines.map(({ eventId }) => eventId)).size).toBe(lines.length);
});

test("a page is as long as requested, and lines added meanwhile move no other line", async () => {
  for (let count = 0; count < 4; count++) await service.addClient(`Client ${count}`);
  const first = await admin.read<AuditPage>("/audit?limit=3");
  const rest = (await wholeTrail()).slice(3, 6);
  await service.addClient("Meanwhile");
  const second = await admin.read<AuditPage>(`/audit?limit=3&after=${first.next}`);
  expect([first.lines.length, second.lines]).toEqual([3, rest]);
  // also under the parameter's old name
  expect(await admin.read<AuditPage>(`/audit?limit=3&from=${first.next}`)).toEqual(second);
  for (const limit of ["0", "201", "-1", "1.5", "x", ""])
    await expectFailure(await admin.call("GET", `/audit?limit=${limit}`), "VALIDATION_ERROR");
});

test("it never contains a key, token, password or answer, nor the name of an erased client", async () => {
  const { token, clientId, accessKey } = await service.signIn("Kanarienvogel");
  await service.call("PUT", "/v1/onboarding", { token, body: { data: written("a canary's answer") } });
  await admin.send("DELETE", `/clients/${clientId}`, { name: "Kanarienvogel" });
  const text = JSON.stringify(await wholeTrail());
  for (const secret of ["Kanarienvogel", "canary", token, accessKey, "correct horse", "fhs_", "fhc_", "fhl_"])
    expect(text).not.toContain(secret);
  expect(text).toContain("client.erased");
});

test.each(["x", "1_x", "_", `${"9".repeat(20)}_${crypto.randomUUID()}`])(
  "an invalid page position is refused: %s",
  async (after) => {
    await expectFailure(await admin.call("GET", `/audit?after=${after}`), "VALIDATION_ERROR");
  },
);

describe("filters", () => {
  const kindsIn = async (query: string) => {
    const { lines } = await admin.read<AuditPage>(`/audit?limit=200&${query}`);
    return lines;
  };

  test("show actions by person, client and group, all at once", async () => {
    const manager = await consoleCaller(service);
    const { clientId } = await manager.send<{ clientId: string }>("POST", "/clients", { name: "Filtered" });
    await manager.send("POST", `/clients/${clientId}/notes`, { text: "A word." });
    const byManager = await kindsIn(`actor=${manager.managerId}`);
    expect(byManager.every(({ actor }) => actor === manager.managerId)).toBe(true);
    expect(byManager.map(({ kind }) => kind)).toContain("manager.signed-in");
    const ofClient = await kindsIn(`client=${clientId}`);
    expect(ofClient.map(({ kind }) => kind).sort()).toEqual(["client.added", "key.issued", "note.added"]);
    const both = await kindsIn(`client=${clientId}&group=keys&actor=${manager.managerId}`);
    expect(both.map(({ kind }) => kind)).toEqual(["key.issued"]);
  });

  test("show actions from one time on and before another", async () => {
    service.time.now += 60_000;
    const since = new Date(service.time.now).toISOString();
    await service.addClient("In Time");
    service.time.now += 60_000;
    const until = new Date(service.time.now).toISOString();
    await service.addClient("Too Late");
    const names = (await kindsIn(`since=${since}&until=${until}`)).map(({ clientName }) => clientName);
    expect(new Set(names)).toEqual(new Set(["In Time"]));
    expect(await kindsIn(`since=${until}&until=${since}`)).toEqual([]);
  });

  test("hide mails that no person requested, and show them to programs that do not filter", async () => {
    const at = service.time.now;
    const mail = { at, kind: "mail.sent", detail: "ml_1 digest" } as const;
    await service.storage.audit.record({ ...mail, actor: "nobody" });
    await service.storage.audit.record({ ...mail, actor: admin.managerId });
    const actors = async (query: string) => (await kindsIn(`group=mail&${query}`)).map(({ actor }) => actor);
    expect(await actors("automaticMail=hidden")).toEqual([admin.managerId]);
    expect(await actors("")).toEqual([admin.managerId, "nobody"]);
  });

  test("name the account that an action was about", async () => {
    const { managerId } = await consoleCaller(service);
    await admin.send("DELETE", `/managers/${managerId}/sessions`);
    const [line] = await kindsIn(`actor=${admin.managerId}&group=team`);
    expect(line).toMatchObject({
      kind: "manager.sessions-ended",
      managerId,
      managerName: expect.any(String),
    });
    const [signedIn] = await kindsIn(`actor=${managerId}&group=team`);
    expect(signedIn).toMatchObject({ managerId: null, managerName: null });
  });

  test.each([
    "group=none",
    "group=",
    "actor=",
    `actor=${"x".repeat(101)}`,
    "since=yesterday",
    "since=2026-02-30T00:00:00Z",
    "until=1",
    "automaticMail=maybe",
    "automatic=1",
    "group=mail&group=team",
  ])("with invalid values are refused: %s", async (query) => {
    await expectFailure(await admin.call("GET", `/audit?${query}`), "VALIDATION_ERROR");
    await expectFailure(await admin.call("GET", `/audit.csv?${query}`), "VALIDATION_ERROR");
  });

  test.each(["actor=%27%20or%201%3D1--", "client=%22%3B%20drop%20table%20events", "actor=%00"])(
    "are values and not SQL: %s",
    async (query) => {
      expect(await kindsIn(query)).toEqual([]);
    },
  );
});

describe("the CSV", () => {
  test("has the filtered lines, in a file named by the day, and no cell is a formula", async () => {
    await service.addClient("=HYPERLINK(1)");
    const response = await admin.call("GET", "/audit.csv?group=clients");
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="audit_\d{4}-\d\d-\d\d\.csv"$/,
    );
    const [head = "", first = "", ...rest] = (await response.text()).split("\r\n");
    expect(head.replace("\ufeff", "")).toBe(
      "at,group,kind,actor,actorName,clientId,clientName,managerId,managerName,keyId,detail,address,device,requestId,eventId",
    );
    expect(first).toContain("client.added");
    expect(first).toContain("'=HYPERLINK(1)");
    expect(rest.join()).not.toContain("key.issued");
  });

  test("has every line once, however many there are", async () => {
    for (let count = 0; count < 520; count++)
      await service.storage.audit.record({
        at: service.time.now,
        kind: "token.added",
        actor: admin.managerId,
      });
    const text = await (await admin.call("GET", `/audit.csv?group=programs&actor=${admin.managerId}`)).text();
    const lines = text.trim().split("\r\n").slice(1);
    expect(lines).toHaveLength(520);
    expect(new Set(lines.map((line) => line.split(",").at(-1))).size).toBe(520);
  });
});
