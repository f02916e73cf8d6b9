import { existsSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#contract/instants.ts";
import {
  type MadeShare,
  type MakeShareRequest,
  SHARE_OPENINGS_PER_HOUR,
  SHARES_PER_CLIENT_MAX,
  type Shares,
} from "#contract/manage/shares.ts";
import {
  type ConsoleCaller,
  consoleCaller,
  cookieOf,
  signInClientOf,
} from "../../support/data/console-caller.ts";
import { queueTake } from "../../support/data/queued-take.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

const QUESTION = "customer-acquisition";
const RECIPIENT = "Ana Ruiz, <b>Pixel</b> & Pine";
const ANSWER = "By word of mouth, mostly.";
const NOTE = "They haggle about every invoice.";

let service: Service;
let manager: ConsoleCaller;
let clientId: string;
let token: string;
let takeId: string;
let callers = 0;
beforeAll(async () => {
  service = await startService({ env: { FIRSTHAND_TRUST_PROXY: "127.0.0.1" } });
  manager = await consoleCaller(service);
});
afterAll(() => service.close());

beforeEach(async () => {
  callers++;
  ({ clientId, token } = await signInClientOf(service, manager, "Brightside Cleaning Co."));
  takeId = crypto.randomUUID();
  const responses = [
    { id: "a", content: ANSWER },
    { id: takeId, type: "audio", content: "Spoken words." },
  ];
  const sound = Buffer.from("sound of a take");
  await queueTake(service.config.databaseFile, { clientId, takeId }, { sound, now: service.time.now });
  await service.audio.put({ clientId, takeId }, sound);
  await service.call("PUT", "/v1/onboarding", { token, body: { data: { [QUESTION]: { responses } } } });
  const name = "Brightside Cleaning Co.";
  await manager.send("PUT", `/clients/${clientId}`, {
    name,
    contact: "Dana Whitfield",
    email: "dana@b.example",
  });
  await manager.send("POST", `/clients/${clientId}/questions/${QUESTION}/follow-up`, {
    text: "Whose mouth?",
  });
  await manager.send("POST", `/clients/${clientId}/notes`, { text: NOTE });
});

const make = (asked: Partial<MakeShareRequest> = {}, of = clientId) =>
  manager.send<MadeShare>("POST", `/clients/${of}/shares`, { recipient: RECIPIENT, ...asked });
const list = async () => (await manager.read<Shares>(`/clients/${clientId}/shares`)).shares;
const tokenOf = ({ link }: MadeShare) => link.split("#")[1] ?? "";
/** Each test calls from its own network. */
const from = (host = 1) => ({ "x-forwarded-for": `198.51.${callers}.${host}` });
const open = (sent: unknown, headers: object = from()) =>
  service.call("POST", "/v1/shared/open", { body: { token: sent }, headers: { ...headers } });
const stranger = async (made: MadeShare) => cookieOf(await open(tokenOf(made)));
const get = (path: string, cookie?: string) =>
  service.call("GET", path, { headers: { ...from(), ...(cookie && { cookie }) }, redirect: "manual" });
const pageOf = async (cookie: string) => (await get("/b/brief", cookie)).text();

const bytesOnDisk = () =>
  ["", "-wal"]
    .map((end) => service.config.databaseFile + end)
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, "latin1"))
    .join("");

describe("a link to a brief", () => {
  test("opens it with one press, for a named recipient, and counts the press", async () => {
    const made = await make();
    expect(made.link).toMatch(/^http:\/\/[^/]+\/b\/#fhb_[\w-]{43}$/);
    const response = await open(tokenOf(made));
    expect(await response.json()).toEqual({ data: { address: "/b/brief" } });
    expect(response.headers.get("set-cookie")).toMatch(/; HttpOnly; SameSite=Strict$/i);
    const page = await get("/b/brief", cookieOf(response));
    expect(page.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[^;]*; base-uri/,
    );
    const html = await page.text();
    expect(html).toContain(ANSWER);
    expect(html).toContain("Ana Ruiz, &lt;b&gt;Pixel&lt;/b&gt; &amp; Pine");
    expect(html).toContain(`by ${manager.name}`);
    expect(html).toContain("Whose mouth?");
    for (const kept of [NOTE, "Dana", "dana@b.example", "<audio", "<script"])
      expect(html).not.toContain(kept);
    expect(await list()).toMatchObject([{ recipient: RECIPIENT, opens: 1, madeBy: manager.name }]);
  });

  test("shows contact and recordings where its author allowed them, and otherwise no follow-ups", async () => {
    const cookie = await stranger(await make({ contact: true, recordings: true, followUps: false }));
    const html = await pageOf(cookie);
    expect(html).toContain("Dana Whitfield");
    expect(html).not.toContain("Whose mouth?");
    expect(html).toContain(`<audio controls preload="none" src="/v1/shared/audio/${takeId}"`);
    expect(await (await get(`/v1/shared/audio/${takeId}`, cookie)).text()).toBe("sound of a take");
    await expectFailure(await get(`/v1/shared/audio/${takeId}`), "NOT_FOUND");
    await expectFailure(await get(`/v1/shared/audio/${crypto.randomUUID()}`, cookie), "NOT_FOUND");
    await expectFailure(await get(`/v1/shared/audio/${takeId}`, await stranger(await make())), "NOT_FOUND");
  });

  test("plays no recording that the brief no longer shows, and none of another client", async () => {
    const cookie = await stranger(await make({ recordings: true }));
    const body = { data: { [QUESTION]: { responses: [{ id: "a", content: ANSWER }] } } };
    await service.call("PUT", "/v1/onboarding", { token, body });
    await expectFailure(await get(`/v1/shared/audio/${takeId}`, cookie), "NOT_FOUND");
    const other = await signInClientOf(service, manager, "Ben's Bikes");
    const elsewhere = await stranger(await make({ recordings: true }, other.clientId));
    await expectFailure(await get(`/v1/shared/audio/${takeId}`, elsewhere), "NOT_FOUND");
  });

  test("works when it is forwarded, and those uses count", async () => {
    const made = await make();
    await stranger(made);
    expect((await open(tokenOf(made), from(9))).status).toBe(200);
    expect(await list()).toMatchObject([{ opens: 2 }]);
    const trail = await service.storage.audit.list(clientId);
    const opened = trail.filter(({ kind }) => kind === "share.opened");
    expect(opened).toHaveLength(2);
    expect(opened[0]).toMatchObject({
      actor: "nobody",
      detail: made.shareId,
      address: `198.51.${callers}.0/24`,
    });
  });

  test("fetched by a scanner, including its script, is not opened", async () => {
    await make();
    for (const path of ["/b", "/b/", "/b/open.js"]) expect((await get(path)).status).toBeLessThan(400);
    const waiting = await (await get("/b/")).text();
    expect(waiting).toContain('<button type="button" disabled>Open brief</button>');
    expect(Buffer.byteLength(waiting + (await (await get("/b/open.js")).text()))).toBeLessThan(6_144);
    expect(await list()).toMatchObject([{ opens: 0, lastOpenedAt: null }]);
  });

  test("ends at once when it is revoked, with a page that says what to do", async () => {
    const made = await make();
    const cookie = await stranger(made);
    await manager.send("DELETE", `/clients/${clientId}/shares/${made.shareId}`);
    const page = await get("/b/brief", cookie);
    expect([page.status, page.headers.get("content-type")]).toEqual([410, "text/html; charset=utf-8"]);
    expect(await page.text()).toMatch(/<title>This link has ended<\/title>[\s\S]*Ask the person who sent/);
    expect((await get("/b/brief.pdf", cookie)).status).toBe(410);
    await expectFailure(await open(tokenOf(made)), "SHARE_OVER");
    expect(await list()).toEqual([]);
    // a second call changes nothing
    await manager.send("DELETE", `/clients/${clientId}/shares/${made.shareId}`);
  });

  test("ends on its day", async () => {
    const other = await startService();
    const owner = await consoleCaller(other);
    const client = await signInClientOf(other, owner, "Rosa's Bakery");
    const asked = { recipient: "Ana", days: 1 };
    const made = await owner.send<MadeShare>("POST", `/clients/${client.clientId}/shares`, asked);
    const body = { token: tokenOf(made) };
    const cookie = cookieOf(await other.call("POST", "/v1/shared/open", { body }));
    other.time.now += DAY_MS - 1;
    const brief = () => other.call("GET", "/b/brief", { headers: { cookie } });
    expect((await brief()).status).toBe(200);
    other.time.now += 1;
    expect((await brief()).status).toBe(410);
    await expectFailure(await other.call("POST", "/v1/shared/open", { body }), "SHARE_OVER");
    await other.close();
  });

  test("ends with its client, and leaves no row", async () => {
    const made = await make();
    const cookie = await stranger(made);
    const administrator = await consoleCaller(service, "administrator");
    await administrator.send("DELETE", `/clients/${clientId}`, { name: "Brightside Cleaning Co." });
    expect((await get("/b/brief", cookie)).status).toBe(410);
    await expectFailure(await open(tokenOf(made)), "SHARE_OVER");
    const database = new DatabaseSync(service.config.databaseFile, { readOnly: true });
    expect(database.prepare("select * from shares where share_id = ?").all(made.shareId)).toEqual([]);
    database.close();
  });

  test("without a press leads back to the link", async () => {
    const page = await get("/b/brief");
    expect(page.status).toBe(404);
    expect(await page.text()).toContain("<title>Open your link again</title>");
  });
});

describe("the token", () => {
  test("is only in the link: in no table, in no log", async () => {
    const made = await make();
    const cookie = await stranger(made);
    await pageOf(cookie);
    const secret = tokenOf(made).slice(4);
    expect(bytesOnDisk()).not.toContain(secret);
    expect(bytesOnDisk()).not.toContain("Ana Ruiz");
    expect(service.logLines.join("\n")).not.toContain(secret);
  });

  test.each(["", "fhb_", `fhb_${"A".repeat(43)}`, "x".repeat(200), "' or 1=1 --", "fhb_\u0000"])(
    "that is wrong opens nothing: %j",
    async (wrong) => {
      await expectFailure(await open(wrong), "SHARE_OVER");
    },
  );

  test.each<[string, unknown]>([
    ["a number", 1],
    ["a list", ["x"]],
    ["too long", "x".repeat(201)],
  ])("that is not text is refused: %s", async (_, wrong) => {
    await expectFailure(await open(wrong), "VALIDATION_ERROR");
  });

  test("that is huge is not read", async () => {
    await expectFailure(await open("x".repeat(100_000)), "BODY_TOO_LARGE");
  });

  test("can be guessed only a limited number of times from one network, in a body or in a cookie", async () => {
    const cookie = `firsthand-brief=fhb_${"B".repeat(43)}`;
    for (let tried = 0; tried < SHARE_OPENINGS_PER_HOUR / 2; tried++) {
      await expectFailure(await open("fhb_wrong"), "SHARE_OVER");
      expect((await get("/b/brief", cookie)).status).toBe(410);
    }
    await expectFailure(await open("fhb_wrong"), "RATE_LIMITED");
    await expectFailure(await get("/b/brief", cookie), "RATE_LIMITED");
    const made = await make();
    callers++;
    expect((await open(tokenOf(made))).status).toBe(200);
  });
});

describe("making a link", () => {
  test("needs a recipient, and gives 14 days by default", async () => {
    const before = service.time.now;
    const { expiresAt } = await make();
    expect(Date.parse(expiresAt) - before).toBe(14 * DAY_MS);
    expect(await list()).toMatchObject([{ options: { recordings: false, contact: false, followUps: true } }]);
  });

  test.each<[string, object]>([
    ["no recipient", { recipient: undefined }],
    ["a blank recipient", { recipient: " \u200b" }],
    ["a recipient of two lines", { recipient: "Ana\nRuiz" }],
    ["too long a recipient", { recipient: "x".repeat(101) }],
    ["no day", { days: 0 }],
    ["91 days", { days: 91 }],
    ["half a day", { days: 0.5 }],
    ["another option", { notes: true }],
  ])("is refused: %s", async (_, asked) => {
    const body = { recipient: "Ana", ...asked };
    await expectFailure(await manager.call("POST", `/clients/${clientId}/shares`, body), "VALIDATION_ERROR");
  });

  test("is limited per client, and a revoked link makes room", async () => {
    const [first] = await Promise.all(Array.from({ length: SHARES_PER_CLIENT_MAX }, () => make()));
    await expectFailure(
      await manager.call("POST", `/clients/${clientId}/shares`, { recipient: "Ana" }),
      "SHARES_FULL",
    );
    await manager.send("DELETE", `/clients/${clientId}/shares/${first?.shareId}`);
    await make();
    expect(await list()).toHaveLength(SHARES_PER_CLIENT_MAX);
  });

  test("is only for the client's own managers, and so is ending it", async () => {
    const made = await make();
    const other = await consoleCaller(service);
    const theirs = await signInClientOf(service, other, "Ben's Bikes");
    const path = `/clients/${clientId}/shares`;
    for (const call of [
      other.call("GET", path),
      other.call("POST", path, { recipient: "Ana" }),
      other.call("DELETE", `${path}/${made.shareId}`),
      // named under another manager's client
      other.call("DELETE", `/clients/${theirs.clientId}/shares/${made.shareId}`),
      manager.call("DELETE", `${path}/sh_none`),
    ])
      await expectFailure(await call, "NOT_FOUND");
    expect((await open(tokenOf(made))).status).toBe(200);
  });

  test("and ending it is in the audit trail, without the name of the recipient", async () => {
    const made = await make();
    await manager.send("DELETE", `/clients/${clientId}/shares/${made.shareId}`);
    const trail = (await service.storage.audit.list(clientId)).filter(({ kind }) =>
      kind.startsWith("share."),
    );
    expect(trail.map(({ kind, actor, detail }) => [kind, actor, detail]).sort()).toEqual([
      ["share.made", manager.managerId, made.shareId],
      ["share.revoked", manager.managerId, made.shareId],
    ]);
    expect(JSON.stringify(trail)).not.toContain("Ana");
  });
});

test("a cookie lasts at most half a day, and no longer than its link", async () => {
  const ageOf = async (days: number) => {
    const header = (await open(tokenOf(await make({ days })))).headers.get("set-cookie") ?? "";
    return Number(/Max-Age=(\d+)/.exec(header)?.[1]) * 1_000;
  };
  expect(await ageOf(14)).toBe(12 * HOUR_MS);
  expect(await ageOf(1)).toBe(12 * HOUR_MS);
});
