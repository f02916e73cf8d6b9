import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OpenFollowUp } from "#contract/api/calls.ts";
import type { Brief } from "#contract/manage/answers/brief.ts";
import { FOLLOW_UP_MAX_LENGTH, type FollowUps, type Threads } from "#contract/manage/follow-ups.ts";
import { auditTrail } from "../../support/data/audit-trail.ts";
import { type ConsoleCaller, consoleCaller, signInClientOf } from "../../support/data/console-caller.ts";
import { written } from "../../support/data/written.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

/** Follow-ups and approvals, from the manager's and the client's side. */

const QUESTION = "customer-acquisition";
const COMMENT = "<b>Which</b> =1+1 \u202eshop\u0000 {{x}} 👍";

let service: Service;
let manager: ConsoleCaller;
beforeAll(async () => {
  service = await startService();
  manager = await consoleCaller(service);
});
afterAll(() => service.close());

let token: string;
let clientId: string;
beforeEach(async () => {
  ({ token, clientId } = await signInClientOf(service, manager));
});

const pathOf = (act: string, question = QUESTION) => `/clients/${clientId}/questions/${question}/${act}`;
const ask = (text: unknown = COMMENT, question?: string) =>
  manager.call("POST", pathOf("follow-up", question), { text });
const withdraw = () => manager.call("DELETE", pathOf("follow-up"));
const approve = (revision: unknown) => manager.call("PUT", pathOf("approval"), { revision });
const save = (content: string, more: object = {}) =>
  service.call("PUT", "/v1/onboarding", {
    token,
    body: { data: written(content, { id: "answer" }), ...more },
  });
const openFollowUps = async () => {
  const response = await service.call("GET", "/v1/onboarding/follow-ups", { token });
  return ((await response.json()) as { data: OpenFollowUp[] }).data;
};
const followUps = async () => (await manager.read<FollowUps>(`/clients/${clientId}/follow-ups`)).followUps;
const kinds = async () => (await followUps())[0]?.entries.map(({ kind }) => kind) ?? [];
const stateNow = async () => (await followUps())[0]?.state;

test("a reply is recognized by what the server had before, however wrong the device's clock is", async () => {
  const saveBoth = (...responses: object[]) =>
    service.call("PUT", "/v1/onboarding", { token, body: { data: { [QUESTION]: { responses } } } });
  const first = { id: "first", content: "By word of mouth.", timestamp: "2099-01-01T00:00:00.000Z" };
  await saveBoth(first);
  await ask();
  await saveBoth(first, { id: "reply", content: "The bakery’s.", timestamp: "2001-01-01T00:00:00.000Z" });
  const [followUp] = await followUps();
  expect(followUp?.entries[1]).toMatchObject({ kind: "answered", text: null, earlier: ["first"] });
  const brief = await manager.call("GET", `/clients/${clientId}/brief?format=json`);
  const { sections } = (await brief.json()) as Brief;
  const question = sections.flatMap(({ questions }) => questions).find(({ id }) => id === QUESTION);
  expect(question?.followUps).toMatchObject([{ state: "answered", replies: ["reply"] }]);
});

test("the paths of the previous release answer the same, and say that they are deprecated", async () => {
  expect((await manager.call("POST", pathOf("ask-back"), { text: "Which one?" })).status).toBe(200);
  const old = await manager.call("GET", `/clients/${clientId}/threads`);
  expect(old.headers.get("deprecation")).toBe("@1795392000");
  const { data } = (await old.json()) as { data: Threads };
  const mailed = data.threads.map((followUp) => ({ ...followUp, mailAt: null }));
  expect([mailed, data.threads[0]?.state]).toEqual([await followUps(), "asked-back"]);
  const shown = await service.call("GET", "/v1/onboarding/asked-back", { token });
  expect(await shown.json()).toEqual({ data: await openFollowUps() });
  expect((await manager.call("DELETE", pathOf("ask-back"))).status).toBe(200);
  expect(await openFollowUps()).toEqual([]);
  const current = await manager.call("GET", `/clients/${clientId}/follow-ups`);
  expect(current.headers.get("deprecation")).toBeNull();
});

describe("a follow-up", () => {
  test("reaches the client exactly, and the manager as a follow-up", async () => {
    expect((await ask(`  ${COMMENT}\n`)).status).toBe(200);
    const askedAt = new Date(service.time.now).toISOString();
    expect(await openFollowUps()).toEqual([
      { question: QUESTION, text: COMMENT, managerName: manager.name, askedAt },
    ]);
    const who = { managerId: manager.managerId, managerName: manager.name };
    expect(await followUps()).toEqual([
      {
        question: QUESTION,
        state: "asked-back",
        entries: [{ kind: "asked-back", ...who, at: askedAt, text: COMMENT }],
        mailAt: null,
      },
    ]);
    const { clients } = await manager.read<{ clients: object[] }>("/clients?filter=waiting");
    expect(clients).toContainEqual(expect.objectContaining({ clientId, followUpsOut: 1 }));
  });

  test("is answered by a save that adds words to that question, and by no other save", async () => {
    await save("Word of mouth.");
    await ask();
    await save("Word of mouth.", { submit: true });
    const data = { ...written("Word of mouth.", { id: "answer" }), "website-form": { url: "rosa.example" } };
    await service.call("PUT", "/v1/onboarding", { token, body: { data } });
    expect(await stateNow()).toBe("asked-back");
    await save("Word of mouth, and the market.");
    expect(await kinds()).toEqual(["asked-back", "answered"]);
    expect(await openFollowUps()).toEqual([]);
  });

  test("is not answered by deleting the answer", async () => {
    await save("Word of mouth.");
    await ask();
    await service.call("PUT", "/v1/onboarding", { token, body: { data: {} } });
    expect(await stateNow()).toBe("asked-back");
  });

  test("is not answered by a save of a page that has not shown it", async () => {
    const saveHavingSeen = (content: string, seen: string) => {
      const body = { data: written(content, { id: "answer" }) };
      return service.call("PUT", "/v1/onboarding", {
        token,
        body,
        headers: { "x-firsthand-seen-asks": seen },
      });
    };
    await ask();
    await saveHavingSeen("Written long before.", "none");
    await saveHavingSeen("Seen: an earlier one.", new Date(service.time.now - 1).toISOString());
    expect(await stateNow()).toBe("asked-back");
    await expectFailure(await saveHavingSeen("At the market.", "yesterday"), "VALIDATION_ERROR");
    const [asked] = await openFollowUps();
    await saveHavingSeen("Seen, and answered.", asked?.askedAt ?? "");
    expect(await kinds()).toEqual(["asked-back", "answered"]);
  });

  test("exists once at a time, whichever of two managers comes first", async () => {
    const admin = await consoleCaller(service, "administrator");
    const both = await Promise.all([ask(), admin.call("POST", pathOf("ask-back"), { text: "Mine" })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const refused of both.filter(({ status }) => status === 409))
      await expectFailure(refused, "ASKED_ALREADY");
    expect(await openFollowUps()).toHaveLength(1);
  });

  test("asked while the client saves is open or answered, and the save is never lost", async () => {
    const [asked, saved] = await Promise.all([ask(), save("At the market.")]);
    expect([asked.status, saved.status]).toEqual([200, 200]);
    expect([["asked-back"], ["asked-back", "answered"]]).toContainEqual(await kinds());
    expect(await openFollowUps()).toHaveLength((await stateNow()) === "asked-back" ? 1 : 0);
  });

  test("can be withdrawn, but not once it is answered", async () => {
    await expectFailure(await withdraw(), "NOT_ASKED");
    await ask();
    expect((await withdraw()).status).toBe(200);
    expect(await openFollowUps()).toEqual([]);
    await ask();
    await save("At the market.");
    await expectFailure(await withdraw(), "NOT_ASKED");
  });

  test("leaves its kind and question in the audit trail and the log, without its words", async () => {
    await ask("a very secret remark");
    await save("At the market.");
    const lines = auditTrail(service).filter(({ kind }) => kind?.startsWith("question."));
    const own = lines.filter(({ client_id }) => client_id === clientId);
    expect(own.map(({ kind, detail }) => [kind, detail])).toEqual([
      ["question.asked-back", QUESTION],
      ["question.answered", QUESTION],
    ]);
    expect(JSON.stringify([lines, service.logLines])).not.toContain("very secret");
  });
});

describe("a comment is refused, with nothing stored, that", () => {
  test.each<[string, unknown]>([
    ["is empty", " \n\u200b"],
    ["is longer than there is room", "x".repeat(FOLLOW_UP_MAX_LENGTH + 1)],
    ["has half a character", "half \ud83d"],
    ["is no text", 7],
    ["is missing", null],
  ])("%s", async (_, text) => {
    await expectFailure(await ask(text), "VALIDATION_ERROR");
    expect(await followUps()).toEqual([]);
  });

  test("is for an unknown question", async () => {
    await expectFailure(await ask("Hm?", "no-such-question"), "NOT_FOUND");
    expect(await followUps()).toEqual([]);
  });
});

describe("an approval", () => {
  test("is shown until the answer changes, and again once the answer is back", async () => {
    await save("At the market.");
    expect((await approve(1)).status).toBe(200);
    expect(await stateNow()).toBe("approved");
    await save("At two markets.");
    expect(await stateNow()).toBe("changed");
    await save("At the market.");
    expect(await stateNow()).toBe("approved");
  });

  test("can be taken back", async () => {
    await save("At the market.");
    await approve(1);
    expect((await manager.call("DELETE", pathOf("approval"))).status).toBe(200);
    expect(await stateNow()).toBe("none");
  });

  test("of a question that changed since it was read is refused", async () => {
    await save("At the market.");
    await save("At two markets.");
    await expectFailure(await approve(1), "ANSWER_CHANGED");
    await expectFailure(await approve(9), "ANSWER_CHANGED");
    expect(await followUps()).toEqual([]);
  });

  test("needs an answer, and a revision", async () => {
    await expectFailure(await approve(1), "NOTHING_TO_APPROVE");
    await expectFailure(await approve("1"), "VALIDATION_ERROR");
    await expectFailure(await approve(0), "VALIDATION_ERROR");
  });
});

describe("many approvals at once", () => {
  const APPROVALS = () => `/clients/${clientId}/approvals`;
  const approveMany = (revision: unknown, questions: unknown) =>
    manager.call("PUT", APPROVALS(), { revision, questions });
  const unapproveMany = (questions: unknown) => manager.call("DELETE", APPROVALS(), { questions });
  const approvedIn = async (response: Response) =>
    ((await response.json()) as { data: { questions: string[] } }).data.questions;
  const WEBSITE = "website-info";
  const saveBoth = (content: string) => {
    const data = { ...written(content, { id: "answer" }), "website-form": { url: "rosa.example" } };
    return service.call("PUT", "/v1/onboarding", { token, body: { data } });
  };

  test("cover what was read, and list what was not approved before", async () => {
    await saveBoth("At the market.");
    await approve(1);
    expect(await approvedIn(await approveMany(1, [QUESTION, WEBSITE, WEBSITE]))).toEqual([WEBSITE]);
    expect((await followUps()).map(({ state }) => state)).toEqual(["approved", "approved"]);
    expect(await approvedIn(await approveMany(1, [QUESTION, WEBSITE]))).toEqual([]);
    const lines = auditTrail(service).filter(({ client_id }) => client_id === clientId);
    const approvals = lines.filter(({ kind }) => kind === "question.approved");
    expect(approvals.map(({ detail }) => detail)).toEqual([QUESTION, WEBSITE]);
  });

  test("are taken back, as far as they still exist", async () => {
    await saveBoth("At the market.");
    await approveMany(1, [QUESTION, WEBSITE]);
    await manager.call("DELETE", pathOf("approval", WEBSITE));
    expect(await approvedIn(await unapproveMany([QUESTION, WEBSITE]))).toEqual([QUESTION]);
    expect((await followUps()).map(({ state }) => state)).toEqual(["none", "none"]);
  });

  test("all succeed or none does", async () => {
    await saveBoth("At the market.");
    await saveBoth("At two markets.");
    await expectFailure(await approveMany(1, [WEBSITE, QUESTION]), "ANSWER_CHANGED");
    await expectFailure(await approveMany(2, [WEBSITE, "team-description"]), "NOTHING_TO_APPROVE");
    await expectFailure(await approveMany(2, [WEBSITE, "no-such-question"]), "NOT_FOUND");
    expect(await followUps()).toEqual([]);
  });

  test.each<[string, unknown, unknown]>([
    ["no question", 1, []],
    ["more questions than any interview has", 1, Array(201).fill(QUESTION)],
    ["a question that is no text", 1, [7]],
    ["a name that is too long", 1, ["x".repeat(101)]],
    ["no list", 1, QUESTION],
    ["nothing", 1, undefined],
    ["no revision", undefined, [QUESTION]],
    ["a revision of nothing", 0, [QUESTION]],
  ])("are refused with %s", async (_, revision, questions) => {
    await saveBoth("At the market.");
    await expectFailure(await approveMany(revision, questions), "VALIDATION_ERROR");
    expect(await followUps()).toEqual([]);
  });

  test("can be given only by the client's own manager", async () => {
    await saveBoth("At the market.");
    const other = await consoleCaller(service);
    const body = { revision: 1, questions: [QUESTION] };
    await expectFailure(await other.call("PUT", APPROVALS(), body), "NOT_FOUND");
    await expectFailure(await other.call("DELETE", APPROVALS(), { questions: [QUESTION] }), "NOT_FOUND");
    expect(await followUps()).toEqual([]);
  });
});
