import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Brief } from "#contract/manage/answers/brief.ts";
import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import { type ConsoleCaller, consoleCaller, signInClientOf } from "../../support/data/console-caller.ts";
import { written } from "../../support/data/written.ts";
import { type Service, startService } from "../../support/service/service.ts";

/** The facts in a brief besides the answers, which are the same in each format. */

const QUESTION = "customer-acquisition";
const ASKED_AT = Date.parse("2026-11-12T19:18:00Z");
const ASKED = "Of the *$18,000*, how much is <b>older</b>?";

let service: Service;
let manager: ConsoleCaller;
let clientId: string;
let revision: number;
beforeAll(async () => {
  service = await startService();
  service.time.now = ASKED_AT;
  const admin = await consoleCaller(service, "administrator");
  const { version } = await admin.read<ShownSettings>("/settings");
  await admin.send("PATCH", "/settings", { version, settings: { timeZone: "America/New_York" } });
  manager = await consoleCaller(service);
  const client = await signInClientOf(service, manager, "Brightside Cleaning Co.");
  ({ clientId } = client);
  const save = async (responses: object[]) => {
    const body = { data: { [QUESTION]: { responses } } };
    const response = await service.call("PUT", "/v1/onboarding", { token: client.token, body });
    revision = ((await response.json()) as { data: { revision: number } }).data.revision;
  };
  const first = { id: "first", content: "About $18,000 is owed.", timestamp: "2026-11-12T19:00:00Z" };
  await save([first]);
  await manager.send("PUT", `/clients/${clientId}`, { contact: "Dana Whitfield", email: "dana@b.example" });
  await manager.send("POST", `/clients/${clientId}/questions/${QUESTION}/follow-up`, { text: ASKED });
  service.time.now += 60_000;
  await save([first, { id: "reply", content: "Keisha says $6,400.", timestamp: "2026-11-12T19:18:30Z" }]);
});
afterAll(() => service.close());

const approve = () =>
  manager.send("PUT", `/clients/${clientId}/questions/${QUESTION}/approval`, { revision });

const textIn: { [format: string]: () => Promise<string> } = {
  html: async () => {
    const html = await (await manager.call("GET", `/clients/${clientId}/brief`)).text();
    return html
      .replaceAll(/<style>.*<\/style>|<[^>]*>/gs, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">");
  },
  md: async () =>
    (await (await manager.call("GET", `/clients/${clientId}/brief?format=md`)).text())
      .replaceAll("\\", "")
      .replaceAll("**", "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">"),
  pdf: async () => {
    const response = await manager.call("GET", `/clients/${clientId}/brief?format=pdf`);
    const input = Buffer.from(await response.arrayBuffer());
    return execFileSync("pdftotext", ["-", "-"], { input, encoding: "utf8" });
  },
};

describe.each(Object.keys(textIn))("a brief as %s", (format) => {
  test("has contact, account manager, follow-up, reply and approval, in the provider's time zone", async () => {
    await approve();
    const text = ((await textIn[format]?.()) ?? "").replaceAll(/\s+/g, " ");
    for (const said of [
      "Dana Whitfield",
      "dana@b.example",
      `${manager.name} asked`,
      ASKED,
      "Keisha says $6,400.",
      `All approved by ${manager.name}`,
      "November 12, 2026 at 2:18 PM EST",
    ])
      expect(text).toContain(said);
    const order = ["About $18,000", ASKED, "Keisha says"].map((part) => text.lastIndexOf(part));
    expect(order).toEqual([...order].sort((one, other) => one - other));
    expect(text).not.toContain("UTC");
  });
});

test("as JSON, it has the same as data, and the time zone by name", async () => {
  await approve();
  const brief = (await (await manager.call("GET", `/clients/${clientId}/brief?format=json`)).json()) as Brief;
  expect(brief).toMatchObject({
    timeZone: "America/New_York",
    contact: { person: "Dana Whitfield", email: "dana@b.example", accountManager: manager.name },
  });
  const question = brief.sections.flatMap(({ questions }) => questions).find(({ id }) => id === QUESTION);
  expect(question).toMatchObject({
    followUps: [
      {
        askedBy: manager.name,
        askedAt: "2026-11-12T19:18:00.000Z",
        text: ASKED,
        state: "answered",
        replies: ["reply"],
      },
    ],
    approval: { by: manager.name },
  });
});

test("files about the client are named by client and day in the provider's time zone", async () => {
  // after midnight in UTC, but not yet in New York
  service.time.now = Date.parse("2026-11-13T03:00:00Z");
  const nameOf = async (path: string) => {
    const response = await manager.call("GET", path);
    return /filename="(.*)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  };
  expect(await nameOf(`/clients/${clientId}/brief?format=md`)).toBe(
    "brightside-cleaning-co_brief_2026-11-12.md",
  );
  expect(await nameOf(`/clients/${clientId}/archive`)).toBe("brightside-cleaning-co_archive_2026-11-12.zip");
  expect(await nameOf(`/clients/${clientId}/export`)).toBe("brightside-cleaning-co_answers_2026-11-12.csv");
  expect(await nameOf("/export?format=json")).toBe("clients_2026-11-12.json");
});

test("a table has a row per client, for one, for chosen clients and for all", async () => {
  const other = await signInClientOf(service, manager, "Café Olé");
  await service.call("PUT", "/v1/onboarding", {
    token: other.token,
    body: { data: written("By word of mouth") },
  });
  const one = await (await manager.call("GET", `/clients/${clientId}/export?shape=wide`)).text();
  const [head = "", row = "", ...rest] = one.replace("\ufeff", "").split("\r\n");
  expect(head).toMatch(/^clientId,client,state,contact,email,phone,website,accountManager,tags,due,/);
  expect(row).toMatch(new RegExp(`^${clientId},Brightside Cleaning Co.,In progress,Dana Whitfield,`));
  expect(rest).toEqual([""]);
  const on = { ids: [other.clientId] };
  const chosen = await (await manager.call("POST", "/export", { shape: "wide", on })).text();
  expect(chosen).toContain("By word of mouth");
  expect(chosen).not.toContain("Brightside");
  const all = await (await manager.call("GET", "/export?shape=wide")).text();
  expect(all).toContain("Brightside");
  expect(all).toContain("Café Olé");
});
