import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import type { Interview } from "#contract/interview/interview.ts";
import type { Question } from "#contract/interview/question.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";

/** What an integration sees of required, optional and conditional questions. */

const ASKED: { [id: string]: Partial<Question> } = {
  "team-description": { need: "required" },
  "growth-vision": { need: "optional" },
  // asked only of clients without a website
  "website-vision": {
    need: "required",
    showIf: { match: "all", tests: [{ question: "website-info", is: "equals", value: "none" }] },
  },
};
const interview = {
  ...builtInInterview,
  sections: builtInInterview.sections.map((section) => ({
    ...section,
    questions: section.questions.map((question) => ({ ...question, ...ASKED[question.id] }) as Question),
  })),
} as Interview;

const TEAM = { "team-and-business-setup": { responses: [{ content: "Two of us." }] } };
const NO_SITE = { "website-form": { url: "None" } };

let service: Service;
beforeAll(async () => {
  service = await startService({ asked: [interview] });
});
afterAll(() => service.close());

const put = (token: string, data: object, more: object = {}) =>
  service.call("PUT", "/v1/onboarding", { token, body: { data, ...more } });
async function statusOf(token: string) {
  const answer = await service.call("GET", "/v1/onboarding/status", { token });
  return ((await answer.json()) as { data: { completed: number; total: number; percent: number } }).data;
}

describe("a submission without a required answer", () => {
  test("is refused, says where answers are missing, and stores nothing", async () => {
    const { token, clientId } = await service.signIn();
    const answer = await put(token, NO_SITE, { submit: true });
    const { details } = await expectFailure(answer, "REQUIRED_MISSING");
    expect(details).toEqual([
      { path: "data.team-and-business-setup", message: "Expected an answer" },
      { path: "data.website-vision", message: "Expected an answer" },
    ]);
    expect(await service.storage.records.load(clientId)).toBeUndefined();
  });

  test("is a save like any other without `submit`", async () => {
    const { token } = await service.signIn();
    expect((await put(token, NO_SITE)).status).toBe(200);
  });

  test("is accepted once the question is answered; a question that is not asked is not required", async () => {
    const { token } = await service.signIn();
    const sent = await put(token, TEAM, { submit: true });
    expect(sent.status).toBe(200);
    // the condition is true from now on
    await expectFailure(await put(token, { ...TEAM, ...NO_SITE }, { submit: true }), "REQUIRED_MISSING");
    expect((await put(token, { ...TEAM, ...NO_SITE })).status).toBe(200);
  });

  test("conflicts first where another device has saved, since the answer may be there", async () => {
    const { token } = await service.signIn();
    await put(token, TEAM);
    const answer = await service.call("PUT", "/v1/onboarding", {
      token,
      body: { data: {}, submit: true },
      headers: { "if-match": '"0"' },
    });
    await expectFailure(answer, "CONFLICT");
  });

  test("is accepted where the question doesn't apply", async () => {
    const { token } = await service.signIn();
    const response = { content: "Doesn't apply to us", reason: "not-applicable" };
    const skipped = { "team-and-business-setup": { responses: [response] } };
    expect((await put(token, skipped, { submit: true })).status).toBe(200);
  });
});

describe("the status", () => {
  test("counts neither optional questions nor those that are not asked", async () => {
    const { token } = await service.signIn();
    expect(await statusOf(token)).toMatchObject({ completed: 0, total: 11 });
    await put(token, { "growth-and-future-vision": { responses: [{ content: "Grow." }] } });
    expect(await statusOf(token)).toMatchObject({ completed: 0, total: 11, percent: 0 });
    await put(token, NO_SITE);
    expect(await statusOf(token)).toMatchObject({ completed: 1, total: 12, percent: 8 });
  });

  test("keeps the answers given while a question was asked", async () => {
    const { token } = await service.signIn();
    const vision = { "website-vision": { responses: [{ content: "Bookings.", id: "v" }] } };
    await put(token, { ...NO_SITE, ...vision });
    expect(await statusOf(token)).toMatchObject({ completed: 2, total: 12 });
    await put(token, { "website-form": { url: "https://rosa.example" }, ...vision });
    expect(await statusOf(token)).toMatchObject({ completed: 1, total: 11 });
    const record = await (await service.call("GET", "/v1/onboarding", { token })).json();
    expect(record).toMatchObject({ data: { "website-vision": { responses: [{ content: "Bookings." }] } } });
    await put(token, { ...NO_SITE, ...vision });
    expect(await statusOf(token)).toMatchObject({ completed: 2, total: 12 });
  });
});
