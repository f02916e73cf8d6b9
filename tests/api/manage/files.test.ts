import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ConsoleCaller, consoleCaller, signInClientOf } from "../../support/data/console-caller.ts";
import { queueTake } from "../../support/data/queued-take.ts";
import { written } from "../../support/data/written.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

const ANSWER = "Two of us, and a dog called =1+1 <script>alert(1)</script> 👍 \u202eereh";

let service: Service;
let manager: ConsoleCaller;
let clientId: string;
beforeAll(async () => {
  service = await startService();
  manager = await consoleCaller(service);
  clientId = await clientOf(manager, "Rosa's Bakery");
});
afterAll(() => service.close());

/** A client of the manager with a saved answer. */
async function clientOf(owner: ConsoleCaller, name: string): Promise<string> {
  const { token, clientId: id } = await signInClientOf(service, owner, name);
  await service.call("PUT", "/v1/onboarding", { token, body: { data: written(ANSWER) } });
  return id;
}
const get = (path: string) => manager.call("GET", path);

test("the brief is a page with its own policy, which runs no script", async () => {
  const response = await get(`/clients/${clientId}/brief`);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/default-src 'none'.*style-src 'sha256-.*frame-ancestors 'none'/);
  const html = await response.text();
  expect(html).toContain("Rosa&#39;s Bakery");
  expect(html).not.toContain("<script>alert");
});

test.each([
  ["md", "text/markdown; charset=utf-8"],
  ["json", "application/json; charset=utf-8"],
])("the brief is a file: %s", async (format, type) => {
  const response = await get(`/clients/${clientId}/brief?format=${format}`);
  expect(response.headers.get("content-type")).toBe(type);
  expect(response.headers.get("content-disposition")).toMatch(
    new RegExp(`^attachment; filename="rosas-bakery_brief_\\d{4}-\\d\\d-\\d\\d.${format}"$`),
  );
  expect(await response.text()).toContain("Two of us");
});

test("the brief is a PDF whose text holds the answers", async () => {
  const response = await get(`/clients/${clientId}/brief?format=pdf`);
  expect(response.headers.get("content-type")).toBe("application/pdf");
  const pdf = Buffer.from(await response.arrayBuffer());
  const text = execFileSync("pdftotext", ["-", "-"], { input: pdf, encoding: "utf8" });
  expect(text.replace(/\s+/g, " ")).toContain("Two of us, and a dog called =1+1 <script>alert(1)</script>");
});

test("without Chromium, the answer says to print the page instead", async () => {
  const there = await startService({ env: { FIRSTHAND_CHROMIUM: "/nowhere/chromium" } });
  const other = await consoleCaller(there);
  const { clientId: id } = await other.send<{ clientId: string }>("POST", "/clients", { name: "Ben" });
  const { details } = await expectFailure(
    await other.call("GET", `/clients/${id}/brief?format=pdf`),
    "NO_PDF",
  );
  expect(details).toMatchObject([{ message: expect.stringContaining("print it instead") }]);
  await there.close();
});

test("a recorded answer can be played from any position, only by its client's manager", async () => {
  const takeId = crypto.randomUUID();
  const sound = Buffer.from("sound of a take");
  await queueTake(service.config.databaseFile, { clientId, takeId }, { sound, now: service.time.now });
  await service.audio.put({ clientId, takeId }, sound);
  const path = `/clients/${clientId}/takes/${takeId}/audio`;
  const whole = await get(path);
  expect([whole.headers.get("content-type"), await whole.text()]).toEqual(["audio/mp4", "sound of a take"]);
  const headers = { cookie: manager.cookie, range: "bytes=9-" };
  const part = await service.call("GET", `/v1/manage${path}`, { headers });
  expect([part.status, await part.text()]).toEqual([206, "a take"]);
  const other = await consoleCaller(service);
  await expectFailure(await other.call("GET", path), "NOT_FOUND");
});

test("everything about a client is a ZIP", async () => {
  const response = await get(`/clients/${clientId}/archive`);
  expect(response.headers.get("content-type")).toBe("application/zip");
  const zip = Buffer.from(await response.arrayBuffer());
  expect(zip.toString("latin1", 0, 4)).toBe("PK\u0003\u0004");
  expect(zip.includes("record.json")).toBe(true);
});

test("a manager's export has all of their clients and no others; an administrator's has all clients", async () => {
  const other = await consoleCaller(service);
  const others = await clientOf(other, "Ben's Bikes");
  const csv = await (await get("/export")).text();
  expect(csv).toContain(clientId);
  expect(csv).not.toContain(others);
  // no cell is a spreadsheet formula
  expect(csv).not.toMatch(/(^|,|\n)"?[=+\-@]/);
  const admin = await consoleCaller(service, "administrator");
  const all = await (await admin.call("GET", "/export?format=json")).text();
  const exported = (JSON.parse(all) as { clientId: string }[]).map((client) => client.clientId);
  expect(exported).toEqual(expect.arrayContaining([clientId, others]));
});

describe("the export of chosen clients", () => {
  const exportChosen = (body: unknown, by = manager) => by.call("POST", "/export", body);
  const named = (exported: string) =>
    (JSON.parse(exported) as { clientName: string }[]).map((each) => each.clientName);

  test("has these clients in their order, and none of another manager's", async () => {
    const other = await consoleCaller(service);
    const ids = [
      await clientOf(manager, "Zoe's Zoo"),
      await clientOf(other, "Ben's Bikes"),
      await clientOf(manager, "Amy's Apples"),
    ];
    const response = await exportChosen({ format: "json", on: { ids: [...ids, "cl_none", ids[0]] } });
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="clients_\d{4}-\d\d-\d\d\.json"$/,
    );
    const text = await response.text();
    expect(named(text)).toEqual(["Zoe's Zoo", "Amy's Apples"]);
    expect(text).toContain("Two of us");
    const csv = await (await exportChosen({ on: { ids } })).text();
    expect(csv).toContain("Zoe's Zoo");
    expect(csv).not.toContain("Ben's Bikes");
  });

  test("has all clients of a selection, except the excluded ones", async () => {
    const [, out] = [await clientOf(manager, "Kit's Kites"), await clientOf(manager, "Kit's Kiosk")];
    const on = { selection: { search: "kit's" }, except: [out] };
    expect(named(await (await exportChosen({ format: "json", on })).text())).toEqual(["Kit's Kites"]);
  });

  test.each<[string, unknown, "NOT_FOUND" | "VALIDATION_ERROR"]>([
    ["no client", { on: { ids: [] } }, "VALIDATION_ERROR"],
    ["clients who are not there", { on: { ids: ["cl_none"] } }, "NOT_FOUND"],
    [
      "too many clients",
      { on: { ids: Array.from({ length: 10_001 }, (_, id) => `cl_${id}`) } },
      "VALIDATION_ERROR",
    ],
    ["another format", { format: "xlsx", on: { ids: ["cl_1"] } }, "VALIDATION_ERROR"],
    ["no target", { format: "csv" }, "VALIDATION_ERROR"],
  ])("of %s is refused", async (_, body, code) => {
    await expectFailure(await exportChosen(body), code);
  });
});

test.each(["brief?format=docx", "brief?paper=a3", "brief?x=1", "export?shape=tall", "export?x=1"])(
  "an unsupported option is refused: %s",
  async (path) => {
    await expectFailure(await get(`/clients/${clientId}/${path}`), "VALIDATION_ERROR");
  },
);

test("an administrator erases a client by typing the name, and then the client is gone", async () => {
  const id = await clientOf(manager, "Cara's Cars");
  await expectFailure(await manager.call("DELETE", `/clients/${id}`, { name: "Cara's Cars" }), "FORBIDDEN");
  const administrator = await consoleCaller(service, "administrator");
  const erase = (name: string) => administrator.call("DELETE", `/clients/${id}`, { name });
  await expectFailure(await erase("Cara"), "NAME_MISMATCH");
  expect((await get(`/clients/${id}`)).status).toBe(200);
  const erased = await erase("Cara's Cars");
  expect(await erased.json()).toEqual({ data: { isWhole: true } });
  for (const path of ["", "/record", "/brief", "/archive", "/export"])
    await expectFailure(await get(`/clients/${id}${path}`), "NOT_FOUND");
  await expectFailure(await erase("Cara's Cars"), "NOT_FOUND");
  const trail = await service.storage.audit.list(id);
  expect(trail[0]).toMatchObject({ kind: "client.erased", actor: administrator.managerId });
});
