import { afterAll, beforeAll, expect, test } from "vitest";
import type { Overview } from "#contract/manage/overview.ts";
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

test("it counts one's own clients by state, and question by question", async () => {
  await clientWith(undefined);
  await clientWith(written("one answer"));
  await clientWith(written("another"));
  await clientWith(
    fullRecord(() => "everything"),
    { submit: true },
  );
  // another manager's
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

test("without clients it is all zeros", async () => {
  const { counts, questions } = await (await consoleCaller(service)).read<Overview>("/overview");
  expect(counts.all).toBe(0);
  expect(questions.every(({ answered, stoppedHere }) => answered === 0 && stoppedHere === 0)).toBe(true);
});

test("clients who would stop at the same question stand together", async () => {
  const [first] = (await manager.read<Overview>("/overview")).questions.filter(
    ({ stoppedHere }) => stoppedHere > 0,
  );
  expect(first?.stoppedHere).toBe(2);
});
