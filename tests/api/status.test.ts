import { afterAll, beforeAll, expect, test } from "vitest";
import type { ClientSignIn } from "#contract/api/calls.ts";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import { questionsOf } from "#contract/interview/interview.ts";
import { completionOf } from "#contract/record/completion.ts";
import { type ClientRecord, completeRecord } from "#contract/record/record.ts";
import { consoleCaller } from "../support/data/console-caller.ts";
import { written } from "../support/data/written.ts";
import { type Service, startService } from "../support/service/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function statusOf(token: string) {
  const response = await service.call("GET", "/v1/onboarding/status", { token });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: object }).data;
}
const save = (token: string, data: object, more: object = {}) =>
  service.call("PUT", "/v1/onboarding", { token, body: { data, ...more } });

test("before the first save nothing has started", async () => {
  const { token } = await service.signIn();
  expect(await statusOf(token)).toEqual({
    state: "not-started",
    completed: 0,
    total: 13,
    percent: 0,
    revision: 0,
    updatedAt: null,
    submittedAt: null,
    manager: null,
    submission: null,
  });
});

test("after a save the interview is in progress, with the share of its complete questions", async () => {
  const { token } = await service.signIn();
  await save(token, { ...written("by mail"), "business-profile": { employees: "1" } });
  expect(await statusOf(token)).toEqual({
    state: "in-progress",
    completed: 2,
    total: 13,
    percent: 15,
    revision: 1,
    updatedAt: new Date(service.time.now).toISOString(),
    submittedAt: null,
    manager: null,
    submission: null,
  });
});

test("after a submission it is submitted, also while the answers still change", async () => {
  const { token } = await service.signIn();
  await save(token, written("done"), { submit: true });
  const submittedAt = new Date(service.time.now).toISOString();
  service.time.now += 60_000;
  await save(token, written("an afterthought"));
  expect(await statusOf(token)).toMatchObject({ state: "submitted", revision: 2, submittedAt });
});

test("once submitted, it has the receipt, and the name of the client's account manager", async () => {
  const manager = await consoleCaller(service);
  const { accessKey, clientId } = await manager.send<{ accessKey: string; clientId: string }>(
    "POST",
    "/clients",
    {
      name: "Rosa's Bakery",
      email: null,
    },
  );
  const exchanged = await service.call("POST", "/v1/auth/exchange", { body: { key: accessKey } });
  const { data } = (await exchanged.json()) as { data: ClientSignIn };
  const token = data.accessToken;
  expect(await statusOf(token)).toMatchObject({ manager: manager.name, submission: null });
  await save(token, written("first"), { submit: true });
  await save(token, written("second"), { submit: true });
  await save(token, written("not submitted"));
  const latest = (await service.storage.records.listSubmissions(clientId)).at(-1);
  expect(await statusOf(token)).toMatchObject({ manager: manager.name, submission: latest?.submissionId });
  const admin = await consoleCaller(service, "administrator");
  await admin.send("PUT", `/clients/${clientId}`, { name: "Rosa's Bakery", email: null, managerId: null });
  expect(await statusOf(token)).toMatchObject({ manager: null });
});

test("the share equals the browser's result for the same record, question by question", async () => {
  const { token } = await service.signIn();
  const data: { [entry: string]: object } = {
    "current-tools": { responses: [{ content: "remarks complete nothing" }] },
  };
  for (const question of questionsOf(builtInInterview)) {
    data[question.entry] = completing(question.kind);
    await save(token, data);
    const record: ClientRecord = completeRecord(builtInInterview, data, { now: "" });
    const { completed, total, percent } = completionOf(builtInInterview, record);
    expect(await statusOf(token)).toMatchObject({ completed, total, percent });
  }
  expect(await statusOf(token)).toMatchObject({ completed: 13, percent: 100, state: "in-progress" });
});

function completing(kind: string): object {
  if (kind === "business-profile") return { revenue: ">1m" };
  if (kind === "tool-picker") return { selectedTools: ["xero"] };
  return kind === "website" ? { url: "example.com" } : { responses: [{ content: "an answer" }] };
}
