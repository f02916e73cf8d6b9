import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import type { Interview } from "#contract/interview/interview.ts";
import { type Service, startService } from "../support/service/service.ts";

/** The installation's previous interview, with one more question and one more tool. */
const earlier = structuredClone(builtInInterview) as Interview;
earlier.sections[0]?.questions.push({
  kind: "free-answer",
  id: "pets",
  entry: "office-pets",
  title: "Pets",
  prompt: "Who barks?",
  sample: "A dog.",
});
for (const question of earlier.sections.flatMap((section) => section.questions)) {
  if (question.kind === "tool-picker") question.tools.push({ value: "fax", label: "Fax" });
  if (question.kind === "business-profile")
    question.employees.options.push({ value: "51-99", label: "51-99" });
}

let before: Service;
let today: Service;
beforeAll(async () => {
  before = await startService({ asked: [earlier] });
  today = await startService({ storage: before.storage, secrets: before.secrets });
});
afterAll(async () => {
  await today.close();
  await before.close();
});

const pets = { responses: [{ content: "A dog.", id: "a", timestamp: "2026-03-01T12:00:00Z" }] };
const tools = { selectedTools: ["xero", "fax"], toolRatings: { fax: 2, xero: 5 } };
const save = (service: Service, token: string, data: object) =>
  service.call("PUT", "/v1/onboarding", { token, body: { data } });

async function load(token: string) {
  const response = await today.call("GET", "/v1/onboarding", { token });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: { [entry: string]: object } }).data;
}

describe("what a client answered under an earlier interview", () => {
  test("is read back in full", async () => {
    const { token } = await before.signIn();
    await save(before, token, { "office-pets": pets, "tool-selection": tools });
    expect(await load(token)).toMatchObject({ "office-pets": pets, "tool-selection": tools });
  });

  test("survives saves of today's page, which does not know it", async () => {
    const { token } = await before.signIn();
    await save(before, token, { "office-pets": pets, "tool-selection": tools });
    await save(today, token, { "tool-selection": { selectedTools: ["asana"] } });
    await save(today, token, { "website-form": { url: "example.com" } });
    const record = await load(token);
    expect(record["office-pets"]).toMatchObject(pets);
    expect(record["tool-selection"]).toMatchObject({ selectedTools: ["fax"], toolRatings: { fax: 2 } });
    expect(record["website-form"]).toEqual({ url: "example.com" });
  });

  test("does not count in today's progress", async () => {
    const { token } = await before.signIn();
    await save(before, token, { "office-pets": pets });
    const response = await today.call("GET", "/v1/onboarding/status", { token });
    expect(await response.json()).toMatchObject({
      data: { completed: 0, total: 13, percent: 0, revision: 1 },
    });
  });

  test("is unchanged by a save of today's page that changes nothing", async () => {
    const { token } = await before.signIn();
    await save(before, token, { "office-pets": pets, "tool-selection": { selectedTools: ["fax"] } });
    const first = await save(today, token, { "tool-selection": { selectedTools: [] } });
    const second = await save(today, token, { "tool-selection": { selectedTools: [] } });
    expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
  });
});

describe("a page of the earlier interview that is still open", () => {
  test("can save names, tools and options that today's interview no longer has", async () => {
    const { token } = await before.signIn();
    const profile = { employees: "51-99", locations: "1", revenue: "" };
    const response = await save(today, token, {
      "office-pets": pets,
      "tool-selection": tools,
      "business-profile": profile,
    });
    expect(response.status).toBe(200);
    expect(await load(token)).toMatchObject({
      "office-pets": pets,
      "tool-selection": tools,
      "business-profile": profile,
    });
  });

  test("can change the answers that it shows", async () => {
    const { token } = await before.signIn();
    await save(today, token, { "office-pets": pets });
    await save(today, token, { "office-pets": { responses: [{ content: "A cat." }] } });
    expect(JSON.stringify(await load(token))).toContain("A cat.");
  });
});
