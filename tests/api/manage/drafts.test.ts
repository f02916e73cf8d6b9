import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { FollowUpDraftList, SavedFollowUpDraft } from "#contract/manage/drafts.ts";
import { FOLLOW_UP_MAX_LENGTH } from "#contract/manage/follow-ups.ts";
import { type ConsoleCaller, consoleCaller, signInClientOf } from "../../support/data/console-caller.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

let service: Service;
let mia: ConsoleCaller;
let admin: ConsoleCaller;
let clientId: string;
beforeAll(async () => {
  service = await startService();
  mia = await consoleCaller(service);
  admin = await consoleCaller(service, "administrator");
});
afterAll(() => service.close());
beforeEach(async () => {
  ({ clientId } = await signInClientOf(service, mia));
});

const path = (question = "team-description") => `/clients/${clientId}/drafts/${question}`;
const save = (text: unknown, readAt: unknown = null, question?: string) =>
  mia.call("PUT", path(question), { text, readAt });
const drafts = async (caller = mia): Promise<SavedFollowUpDraft[]> =>
  (await caller.read<FollowUpDraftList>(`/clients/${clientId}/drafts`)).drafts;

test("a draft is read as it was typed, only by its manager", async () => {
  expect((await save(" Which days ")).status).toBe(200);
  const changedAt = new Date(service.time.now).toISOString();
  expect(await drafts()).toEqual([{ questionId: "team-description", text: " Which days ", changedAt }]);
  expect(await drafts(admin)).toEqual([]);
  expect((await admin.call("DELETE", path())).status).toBe(200);
  expect(await drafts()).toHaveLength(1);
});

test("a device that did not read the newest draft gets a conflict, and nothing is overwritten", async () => {
  await save("Which days");
  await expectFailure(await save("Which months"), "DRAFT_CHANGED");
  const [first] = await drafts();
  expect((await save("Which days are", first?.changedAt)).status).toBe(200);
  await expectFailure(await save("Which months", first?.changedAt), "DRAFT_CHANGED");
  expect(await drafts()).toMatchObject([{ text: "Which days are" }]);
});

test("sending a follow-up and deleting a draft both end it", async () => {
  await save("Which days");
  await save("How many", null, "booking-process");
  await mia.send("POST", `/clients/${clientId}/questions/team-description/follow-up`, {
    text: "Which days?",
  });
  expect(await drafts()).toMatchObject([{ questionId: "booking-process" }]);
  expect((await mia.call("DELETE", path("booking-process"))).status).toBe(200);
  expect(await drafts()).toEqual([]);
});

test("no line of the audit trail and no archive contains it", async () => {
  await save("Kanarienvogel");
  expect((await service.storage.audit.list(clientId)).map(({ kind }) => kind)).not.toContain("draft.saved");
  const archive = await mia.call("GET", `/clients/${clientId}/archive`);
  expect(Buffer.from(await archive.arrayBuffer()).includes("drafts.json")).toBe(false);
});

test.each([
  ["no text", undefined],
  ["an empty one", ""],
  ["half a character", "\ud83d"],
  ["one that is too long", "x".repeat(FOLLOW_UP_MAX_LENGTH + 1)],
  ["a number", 7],
])("%s is refused, and nothing is stored", async (_, text) => {
  await expectFailure(await save(text), "VALIDATION_ERROR");
  await expectFailure(await save("x", "yesterday"), "VALIDATION_ERROR");
  expect(await drafts()).toEqual([]);
});

test("a question that is not in the interview has no draft", async () => {
  await expectFailure(await save("x", null, "no-such-question"), "NOT_FOUND");
  await expectFailure(await mia.call("DELETE", path("no-such-question")), "NOT_FOUND");
});
