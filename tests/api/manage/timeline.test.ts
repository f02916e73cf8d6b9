import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Client } from "#contract/manage/clients.ts";
import type { Timeline, TimelineEntry } from "#contract/manage/timeline.ts";
import { type ConsoleCaller, consoleCaller, signInClientOf } from "../../support/data/console-caller.ts";
import { written } from "../../support/data/written.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1";
const MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36";
const QUESTION = "customer-acquisition";
const SECRET = "By word of mouth, mostly.";
const ASKED = "Whose mouth, exactly?";
const NOTE = "They haggle.";
const CLIENT = { kind: "client", name: "Rosa's Bakery" };

let service: Service;
let manager: ConsoleCaller;
let admin: ConsoleCaller;
let clientId: string;
let path: string;
beforeAll(async () => {
  service = await startService();
  manager = await consoleCaller(service);
  admin = await consoleCaller(service, "administrator");
});
afterAll(() => service.close());
beforeEach(async () => {
  service.time.now += 60_000;
  const made = await manager.send<{ clientId: string; accessKey: string }>("POST", "/clients", {
    name: "Rosa's Bakery",
  });
  ({ clientId } = made);
  path = `/clients/${clientId}`;
  accessKey = made.accessKey;
});
let accessKey: string;

const timeline = (query = "") => manager.read<Timeline>(`${path}/timeline${query}`);
const entries = async () => (await timeline()).entries;
const kinds = async () => (await entries()).map(({ kind }) => kind);
const later = (minutes = 1) => {
  service.time.now += minutes * 60_000;
};
async function signIn(userAgent: string): Promise<string> {
  const response = await service.call("POST", "/v1/auth/exchange", {
    body: { key: accessKey },
    headers: { "user-agent": userAgent },
  });
  return ((await response.json()) as { data: { accessToken: string } }).data.accessToken;
}
const save = (token: string, text: string, submit = false) =>
  service.call("PUT", "/v1/onboarding", { token, body: { data: written(text), submit } });

test("it lists a day of a client and the manager, newest first, with the author and without words", async () => {
  later();
  const token = await signIn(IPHONE);
  for (const text of ["a", SECRET]) {
    later();
    await save(token, text);
  }
  later(20);
  const other = await signIn(MAC);
  later();
  await save(other, `${SECRET} And signs.`, true);
  later();
  await manager.send("POST", `${path}/questions/${QUESTION}/follow-up`, { text: ASKED });
  await manager.send("POST", `${path}/notes`, { text: NOTE });
  later();
  await manager.send("POST", `${path}/shares`, { recipient: "Ana Ruiz" });
  later();
  await manager.call("GET", `${path}/archive`);
  later();
  await manager.send("PATCH", path, { phone: "555 0100" });

  const found = await entries();
  const who = { kind: "manager", name: manager.name };
  expect(found).toMatchObject([
    { kind: "changed", who, fields: ["phone"] },
    { kind: "exported", who, format: "archive.zip" },
    { kind: "share-made", who, recipient: "Ana Ruiz" },
    { kind: "follow-up-asked", who, questions: [QUESTION] },
    { kind: "submitted", who: CLIENT, revision: 3 },
    { kind: "saved", who: CLIENT, device: "Mac, Chrome", revision: 3, saves: 1 },
    { kind: "signed-in", who: CLIENT, device: "Mac, Chrome" },
    { kind: "saved", who: CLIENT, device: "iPhone, Safari", revision: 2, saves: 2 },
    { kind: "signed-in", who: CLIENT, device: "iPhone, Safari" },
    { kind: "key-issued", who },
    { kind: "added", who },
  ]);
  const [, , , , , , , saved] = found as TimelineEntry[];
  expect(Date.parse(saved?.at ?? "") - Date.parse(saved?.since ?? "")).toBe(60_000);
  expect(JSON.stringify(found)).not.toMatch(/mouth|signs|haggle|fhs_|fho_|555/);
});

test("a manager's answer for the client says why, and its save is not listed again", async () => {
  const token = await signIn(IPHONE);
  later();
  await save(token, "a");
  await service.storage.audit.record({
    at: service.time.now,
    kind: "client.answered-for",
    actor: manager.managerId,
    clientId,
    detail: `${QUESTION} phone`,
  });
  expect((await entries())[0]).toMatchObject({
    kind: "answered-for",
    who: { kind: "manager", name: manager.name },
    questions: [QUESTION],
    why: "phone",
    revision: 1,
  });
  expect(await kinds()).not.toContain("saved");
});

test("an export of many clients is in the timeline of each client, and a HEAD request is not", async () => {
  const { clientId: other } = await manager.send<{ clientId: string }>("POST", "/clients", {
    name: "Dora's Dogs",
  });
  for (const act of [
    () => manager.call("GET", "/export?format=csv&shape=wide"),
    () => manager.call("POST", "/export", { format: "json", shape: "long", on: { ids: [clientId] } }),
    () => manager.call("HEAD", "/export?format=json"),
  ]) {
    later();
    await (await act()).text();
  }
  const who = { kind: "manager", name: manager.name };
  expect((await entries()).slice(0, 3)).toMatchObject([
    { kind: "exported", who, format: "answers.json" },
    { kind: "exported", who, format: "answers.csv" },
    { kind: "key-issued" },
  ]);
  const { entries: others } = await manager.read<Timeline>(`/clients/${other}/timeline`);
  expect(others.filter(({ kind }) => kind === "exported")).toHaveLength(1);
});

test("an answer with an unknown reason is listed all the same", async () => {
  await service.storage.audit.record({
    at: service.time.now,
    kind: "client.answered-for",
    actor: manager.managerId,
    clientId,
  });
  expect((await entries())[0]).toMatchObject({ kind: "answered-for", questions: [], revision: null });
});

test("a client whom an administrator gives to another manager is listed as handed over", async () => {
  later();
  await admin.send("PUT", path, { name: "Rosa's Bakery", email: null, managerId: admin.managerId });
  expect((await admin.read<Timeline>(`${path}/timeline`)).entries[0]).toMatchObject({
    kind: "handed-over",
    who: { kind: "manager", name: admin.name },
    fields: ["managerId"],
  });
});

test("it is read in pages, each entry once", async () => {
  const token = await signIn(IPHONE);
  for (let place = 0; place < 12; place++) {
    later(20);
    await save(token, `save ${place}`);
  }
  const whole = await timeline();
  expect(whole.next).toBeNull();
  const paged: TimelineEntry[] = [];
  let next: string | null = "";
  while (next !== null) {
    const page: Timeline = await timeline(`?limit=4${next && `&before=${next}`}`);
    expect(page.entries.length).toBeLessThanOrEqual(4);
    paged.push(...page.entries);
    ({ next } = page);
  }
  expect(paged).toEqual(whole.entries);
});

test.each([
  "before=x",
  "before=",
  "before=1_1.1_1",
  "before=1_1.1_1.1_1",
  "before=1_1.1_1.1_.1_",
  "before=-1_1.1_1.1_",
  `before=${"9".repeat(16)}_1.1_1.1_`,
  `before=1_1.1_1.1_ml_${"'%20or%201=1--"}`,
  "before=1_1.1_1.1_ml_%00",
  `before=${"1".repeat(300)}`,
  "limit=0",
  "limit=201",
  "limit=x",
  "after=1",
])("it refuses %s", async (query) => {
  await expectFailure(await manager.call("GET", `${path}/timeline?${query}`), "VALIDATION_ERROR");
});

test("a position after the end gives an empty page", async () => {
  expect(await timeline("?before=0_0.0_0.0_")).toEqual({ entries: [], next: null });
});

test("another client's cursor reveals nothing of that client", async () => {
  const other = await signInClientOf(service, manager, "Dora's Dogs");
  await save(other.token, SECRET);
  const { next } = await manager.read<Timeline>(`/clients/${other.clientId}/timeline?limit=1`);
  const { entries: found } = await timeline(`?before=${next}`);
  expect(found.map(({ who }) => who.name)).not.toContain("Dora's Dogs");
});

test("an erased client has no timeline, and other managers cannot see one", async () => {
  const stranger = await consoleCaller(service);
  await expectFailure(await stranger.call("GET", `${path}/timeline`), "NOT_FOUND");
  await admin.send("DELETE", path, { name: "Rosa's Bakery" });
  await expectFailure(await manager.call("GET", `${path}/timeline`), "NOT_FOUND");
  await expectFailure(await admin.call("GET", `${path}/timeline`), "NOT_FOUND");
});

test("it names whom the client asked, and lists the helper's actions apart from the client's own", async () => {
  const token = await signIn(IPHONE);
  later(20);
  const asked = await service.call("POST", "/v1/onboarding/helpers", {
    token,
    body: { sectionId: "money-admin", name: "Dana", seesAll: false },
  });
  const { link } = ((await asked.json()) as { data: { link: string } }).data;
  later();
  accessKey = new URLSearchParams(new URL(link).hash.slice(1)).get("key") ?? "";
  const helper = await signIn(MAC);
  later();
  const answers = { "financial-management": { responses: [{ content: SECRET }] } };
  await service.call("PUT", "/v1/onboarding", { token: helper, body: { data: answers } });
  const [saved, opened, made] = await entries();
  const who = { kind: "helper", name: null };
  expect(saved).toMatchObject({ kind: "saved", who, saves: 1 });
  expect(saved).not.toHaveProperty("device");
  expect(opened).toMatchObject({ kind: "link-opened", who, device: "Mac, Chrome" });
  expect(made).toMatchObject({ kind: "helper-asked", who: CLIENT });
  expect(JSON.stringify(await timeline())).not.toContain(SECRET);
  const { helpers, sessions } = await manager.read<Client>(path);
  expect(helpers).toMatchObject([
    { name: "Dana", section: "Money & Admin", state: "answering", answers: 1, seesAll: false },
  ]);
  expect(sessions).toHaveLength(1);
  await manager.send("DELETE", `${path}/keys/${helpers[0]?.keyId}`);
  const late = await service.call("GET", "/v1/onboarding", { token: helper });
  await expectFailure(late, "UNAUTHORIZED");
  expect((await manager.read<Client>(path)).helpers).toMatchObject([{ state: "ended" }]);
});
