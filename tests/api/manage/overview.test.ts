import { afterAll, beforeAll, expect, test } from "vitest";
import type { ClientList } from "#contract/manage/clients.ts";
import type { Overview } from "#contract/manage/overview.ts";
import { addManager } from "../../../server/managers/accounts.ts";
import { type ConsoleCaller, consoleCaller, signInClientOf } from "../../support/data/console-caller.ts";
import { fullRecord } from "../../support/data/full-record.ts";
import { written } from "../../support/data/written.ts";
import { type Service, startService } from "../../support/service/service.ts";

let service: Service;
let manager: ConsoleCaller;
beforeAll(async () => {
  service = await startService();
  manager = await consoleCaller(service);
});
afterAll(() => service.close());

async function clientWith(data: object | undefined, more: object = {}): Promise<void> {
  const { token } = await signInClientOf(service, manager);
  if (data) await service.call("PUT", "/v1/onboarding", { token, body: { data, ...more } });
}

test("it counts the manager's own clients by state, and question by question", async () => {
  await clientWith(undefined);
  await clientWith(written("one answer"));
  await clientWith(written("another"));
  await clientWith(
    fullRecord(() => "everything"),
    { submit: true },
  );
  // a client without this account manager
  await service.signIn();
  const { counts, questions } = await manager.read<Overview>("/overview");
  expect(counts).toEqual({
    all: 4,
    "not-invited": 0,
    invited: 0,
    opened: 1,
    "in-progress": 2,
    submitted: 1,
    approved: 0,
  });
  expect(questions).toHaveLength(13);
  const at = (id: string) => questions.find(({ questionId }) => questionId === id);
  expect(at("customer-acquisition")).toMatchObject({
    sectionId: "leads-booking",
    answered: 3,
    stoppedHere: 0,
  });
  expect(at("team-description")).toMatchObject({ answered: 1 });
  expect(questions.reduce((sum, { stoppedHere }) => sum + stoppedHere, 0)).toBe(2);
});

test("without clients all numbers are zero", async () => {
  const { counts, questions } = await (await consoleCaller(service)).read<Overview>("/overview");
  expect(counts.all).toBe(0);
  expect(questions.every(({ answered, stoppedHere }) => answered === 0 && stoppedHere === 0)).toBe(true);
});

test("simultaneous callers share a count only where they have the same clients", async () => {
  const [first, second] = [
    await consoleCaller(service, "administrator"),
    await consoleCaller(service, "administrator"),
  ];
  const counted = await Promise.all(
    [
      [first, "/overview"],
      [second, "/overview"],
      [manager, "/overview"],
      [first, "/overview?manager=me"],
      [manager, "/overview?manager=me"],
      [first, "/overview?manager=nobody"],
    ].map(async ([caller, path]) => {
      const { counts } = await (caller as ConsoleCaller).read<Overview>(path as string);
      return counts.all;
    }),
  );
  expect(counted).toEqual([5, 5, 4, 0, 4, 1]);
});

test("each step also counts clients who got further, and a median needs three clients", async () => {
  const { funnel, spans } = await manager.read<Overview>("/overview");
  expect(funnel.map(({ step, clients }) => [step, clients])).toEqual([
    ["invited", 4],
    ["opened", 4],
    ["began", 3],
    ["half", 1],
    ["submitted", 1],
    ["approved", 0],
  ]);
  expect(spans).toEqual([
    { from: "invited", to: "opened", clients: 4, medianDays: 0 },
    { from: "opened", to: "submitted", clients: 1, medianDays: null },
    { from: "submitted", to: "approved", clients: 0, medianDays: null },
    { from: "invited", to: "submitted", clients: 1, medianDays: null },
  ]);
});

test("weeks begin on Monday, and count both invitations and submissions", async () => {
  const { weeks } = await manager.read<Overview>("/overview");
  const total = (of: "invited" | "submitted") => weeks.reduce((sum, week) => sum + week[of], 0);
  expect([total("invited"), total("submitted")]).toEqual([4, 1]);
  expect(weeks.length).toBeLessThanOrEqual(54);
  for (const { from } of weeks) expect(new Date(from).getUTCDay()).toBe(1);
});

test("only administrators see the numbers per manager, including clients without one", async () => {
  expect((await manager.read<Overview>("/overview")).managers).toEqual([]);
  const all = await (await consoleCaller(service, "administrator")).read<Overview>("/overview");
  expect(all.managers).toContainEqual(
    expect.objectContaining({ managerName: manager.name, invited: 4, submitted: 1 }),
  );
  expect(all.managers).toContainEqual({ managerId: null, managerName: null, invited: 1, submitted: 0 });
});

test("each number equals the list with the same filter", async () => {
  const { funnel, questions } = await manager.read<Overview>("/overview");
  const totalOf = async (query: string) => (await manager.read<ClientList>(`/clients?${query}`)).total;
  for (const { step, clients } of funnel)
    expect([step, await totalOf(`reached=${step}`)]).toEqual([step, clients]);
  for (const { questionId: id, answered, stoppedHere } of questions)
    expect([id, await totalOf(`answered=${id}`), await totalOf(`pausedAt=${id}`)]).toEqual([
      id,
      answered,
      stoppedHere,
    ]);
});

test("one bar filters everything: by the day of the invitation, manager and tag", async () => {
  const administrator = await consoleCaller(service, "administrator");
  const read = (query: string) => administrator.read<Overview>(`/overview?${query}`);
  const tomorrow = new Date(service.time.now + 86_400_000).toISOString().slice(0, 10);
  const none = await read(`from=${tomorrow}`);
  expect(none).toMatchObject({ from: tomorrow, to: null });
  expect(none.counts.all).toBe(0);
  const today = new Date(service.time.now).toISOString().slice(0, 10);
  expect(await read("days=1")).toMatchObject({ from: today, to: null });
  expect(none.funnel.every(({ clients }) => clients === 0)).toBe(true);
  expect(none.questions.every(({ answered }) => answered === 0)).toBe(true);
  const own = await read(`manager=${manager.managerId}&to=${tomorrow}`);
  expect(own.funnel[0]).toEqual({ step: "invited", clients: 4 });
  expect(own.managers.map(({ managerId }) => managerId)).toEqual([manager.managerId]);
  await manager.send("POST", "/clients", { name: "With a tag", tags: ["Website"] });
  const [{ tagId } = { tagId: "" }] = (await manager.read<{ tags: { tagId: string }[] }>("/tags")).tags;
  expect((await read(`tag=${tagId}`)).funnel[0]).toEqual({ step: "invited", clients: 1 });
});

test.each([
  ["from=tomorrow"],
  ["from=2026-02-30"],
  ["to=2026-11-25T10:00:00Z"],
  ["from=2026-11-25&to=2026-11-24"],
  ["from=2026-11-25&days=30"],
  ["days=0"],
  ["days=3651"],
  ["days=1.5"],
  ["section=other"],
  [`manager=${"x".repeat(101)}`],
])("refuses %s", async (query) => {
  for (const path of ["/overview", "/overview/export"])
    expect((await manager.call("GET", `${path}?${query}`)).status).toBe(422);
});

test("as a table it has a line for each number, and no name that a spreadsheet would run", async () => {
  const administrator = await consoleCaller(service, "administrator");
  const hostile = await addManager(
    service.storage,
    { name: "=1+1", email: "formula@example.com", role: "manager" },
    { actor: "operator", at: service.time.now },
  );
  const client = await service.signIn("Anna's Apples");
  await service.storage.clients.change(client.clientId, { managerId: hostile?.managerId ?? null }, []);
  const response = await administrator.call("GET", "/overview/export");
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toMatch(
    /^attachment; filename="overview_\d{4}-\d\d-\d\d\.csv"$/,
  );
  const lines = (await response.text()).replace("\ufeff", "").split("\r\n");
  expect(lines[0]).toBe("table,item,measure,value");
  expect(lines).toContain("managers,'=1+1,invited,1");
  expect(lines).toContain(`managers,${manager.name},submitted,1`);
  expect(lines.some((line) => /^days,invited to opened,median,\d/.test(line))).toBe(true);
  expect(lines.some((line) => /^weeks,week of \d{4}-\d\d-\d\d,invited,\d+$/.test(line))).toBe(true);
});

test("clients who stopped at the same question are grouped", async () => {
  const [first] = (await manager.read<Overview>("/overview")).questions.filter(
    ({ stoppedHere }) => stoppedHere > 0,
  );
  expect(first?.stoppedHere).toBe(2);
});
