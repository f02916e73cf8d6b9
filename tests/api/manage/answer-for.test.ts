import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ANSWER_MAX_LENGTH, ANSWERS_PER_QUESTION_MAX } from "#contract/limits.ts";
import type { FollowUps } from "#contract/manage/follow-ups.ts";
import { auditTrail } from "../../support/data/audit-trail.ts";
import { type ConsoleCaller, consoleCaller, signInClientOf } from "../../support/data/console-caller.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

/** A manager enters answers that they heard from a client. */

const QUESTION = "customer-acquisition";
const HEARD = "<b>Markets</b> =1+1 \u202eSaturdays 👍";

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

type Sent = { revision?: unknown; entry?: unknown; why?: unknown };
const answer = (sent: Sent = {}, question = QUESTION, caller = manager) =>
  caller.call("PUT", `/clients/${clientId}/answers/${question}`, {
    revision: 0,
    entry: { responses: [{ content: HEARD }] },
    why: "phone",
    ...sent,
  });
const save = (data: object, headers: { [name: string]: string } = {}) =>
  service.call("PUT", "/v1/onboarding", { token, body: { data }, headers });
const own = { type: "text", content: "Word of mouth.", timestamp: "2026-03-01T12:00:00Z", id: "own" };
const given = (...responses: object[]) => ({ [QUESTION]: { responses } });
async function load() {
  const response = await service.call("GET", "/v1/onboarding", { token });
  const { data } = (await response.json()) as { data: { [entry: string]: { responses: object[] } } };
  return data;
}
const answers = async () => (await load())[QUESTION]?.responses ?? [];
const mark = () => ({ kind: "manager", name: manager.name });
const acts = () => auditTrail(service).filter(({ client_id }) => client_id === clientId);

describe("a free answer", () => {
  test("comes after the client's own answers, which stay exact, and names its author", async () => {
    await save(given(own));
    const saved = await answer({ revision: 1 });
    expect([saved.status, await saved.json()]).toEqual([200, { data: { revision: 2 } }]);
    const timestamp = new Date(service.time.now).toISOString();
    expect(await answers()).toEqual([
      own,
      { type: "text", content: HEARD, timestamp, id: expect.any(String), source: "typed", by: mark() },
    ]);
  });

  test("is the first save of a client who has saved nothing", async () => {
    expect((await answer()).status).toBe(200);
    const status = await service.call("GET", "/v1/onboarding/status", { token });
    expect(await status.json()).toMatchObject({ data: { state: "in-progress", completed: 1, revision: 1 } });
  });

  test("has its author from the session, whatever the request says", async () => {
    const lying = { content: HEARD, source: "dictated", raw: "x", by: { kind: "manager", name: "Ada" } };
    await answer({ entry: { responses: [lying] } });
    expect(await answers()).toEqual([
      expect.objectContaining({ content: HEARD, source: "typed", by: mark() }),
    ]);
    expect(JSON.stringify(await load())).not.toMatch(/Ada|raw/);
  });

  test("can say that the question doesn't apply, and stays marked through the client's saves", async () => {
    const skipped = { id: "heard", content: "Doesn’t apply", reason: "not-applicable" };
    expect((await answer({ entry: { responses: [skipped] } })).status).toBe(200);
    expect(await answers()).toEqual([expect.objectContaining({ ...skipped, by: mark() })]);
    await save(given(own, { type: "text", id: "heard", content: "Doesn’t apply" }));
    expect(await answers()).toEqual([own, expect.objectContaining({ reason: skipped.reason, by: mark() })]);
  });

  test("exists once, however often it is sent with its id", async () => {
    const entry = { responses: [{ id: "heard", content: HEARD }] };
    await answer({ entry });
    await save({ ...(await load()), "website-form": { url: "rosa.example" } });
    const again = await answer({ entry });
    expect(await again.json()).toEqual({ data: { revision: 2 } });
    expect(await answers()).toHaveLength(1);
    await expectFailure(
      await answer({ revision: 2, entry: { responses: [{ id: "heard", content: "Other" }] } }),
      "VALIDATION_ERROR",
    );
    expect(acts().filter(({ kind }) => kind === "client.answered-for")).toHaveLength(1);
  });

  test("goes to the remarks of a form that has remarks", async () => {
    const entry = { responses: [{ content: HEARD }] };
    expect((await answer({ entry }, "current-tools")).status).toBe(200);
    expect((await load())["current-tools"]?.responses).toHaveLength(1);
  });
});

describe("the author of an answer", () => {
  const bare = { type: "text", content: HEARD, timestamp: "2026-03-01T12:00:00Z", id: "heard" };
  const marks = async () => (await answers()).map((one) => (one as { by?: object }).by);
  beforeEach(() => answer({ entry: { responses: [{ id: "heard", content: HEARD }] } }));

  test("stays through every save of a page that does not send it", async () => {
    for (const url of ["one.example", "two.example"]) {
      await save({ ...given(own, bare), "website-form": { url } });
      expect(await marks()).toEqual([undefined, mark()]);
    }
    const revision = (await save({ ...given(own, bare), "website-form": { url: "two.example" } })).headers;
    expect(revision.get("etag")).toBe('"3"');
  });

  test("is removed when the words change, and does not come back with them", async () => {
    await save(given({ ...bare, content: "By hand." }));
    expect(await marks()).toEqual([undefined]);
    await save(given({ ...bare, by: mark() }));
    expect(await marks()).toEqual([undefined]);
  });

  test("is only ever the one that the server knows", async () => {
    await save(given({ ...own, by: mark() }, { ...bare, by: { kind: "manager", name: "Ada" } }));
    expect(await marks()).toEqual([undefined, mark()]);
    for (const by of [{ kind: "operator", name: "x" }, "Mia", { kind: "manager", name: "x".repeat(201) }]) {
      await expectFailure(await save(given({ ...own, by })), "VALIDATION_ERROR");
    }
  });

  test("is removed with an answer that the client deletes", async () => {
    await save(given(own));
    expect(await answers()).toEqual([own]);
  });
});

describe("a form", () => {
  const profile = { employees: "2-5", locations: "1", revenue: "" };

  test.for([
    ["business-profile", "business-profile", profile],
    ["website-info", "website-form", { url: "rosas.example", satisfaction: 7 }],
    [
      "current-tools",
      "tool-selection",
      { selectedTools: ["trello", "other"], customTools: "A notebook", toolRatings: { trello: 4 } },
    ],
    ["website-info", "website-form", { url: "", notApplicable: true }],
  ] as const)("of %s replaces the previous one", async ([question, name, entry]) => {
    await save(given(own));
    const saved = await answer({ revision: 1, entry }, question);
    expect([saved.status, await saved.json()]).toEqual([200, { data: { revision: 2 } }]);
    expect(await load()).toMatchObject({ ...given(own), [name]: entry });
  });

  test("with the same values is not a save", async () => {
    const entry = { url: "rosas.example" };
    await answer({ entry }, "website-info");
    expect(await (await answer({ revision: 1, entry }, "website-info")).json()).toEqual({
      data: { revision: 1 },
    });
    expect(acts().filter(({ kind }) => kind === "client.answered-for")).toHaveLength(1);
  });
});

test("a revision that is no longer the newest is a conflict, and stores nothing", async () => {
  await save(given(own));
  const response = await answer({ revision: 0 });
  expect(response.status).toBe(412);
  expect(await response.json()).toMatchObject({ code: "CONFLICT", revision: 1 });
  expect(await answers()).toEqual([own]);
  // the client's own save conflicts in the same way after a manager's change
  await answer({ revision: 1 });
  expect((await save(given(own), { "if-match": '"1"' })).status).toBe(412);
});

test("of two simultaneous managers, one is first, and the words of the other are not lost", async () => {
  const other = await consoleCaller(service, "administrator");
  const both = await Promise.all([
    answer(),
    answer({ entry: { responses: [{ content: "By van." }] } }, QUESTION, other),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  const second = both[0]?.status === 412 ? manager : other;
  const entry = { responses: [{ content: "Said again." }] };
  expect((await answer({ revision: 1, entry }, QUESTION, second)).status).toBe(200);
  const names = (await answers()).map((one) => (one as { by: { name: string } }).by.name);
  expect(names.sort()).toEqual([manager.name, other.name].sort());
});

describe("an open follow-up", () => {
  const followUps = async () => (await manager.read<FollowUps>(`/clients/${clientId}/follow-ups`)).followUps;
  const ask = (question: string) =>
    manager.call("POST", `/clients/${clientId}/questions/${question}/follow-up`, { text: "Which?" });

  test("of that question is settled, and names who answered; another one stays open", async () => {
    await ask(QUESTION);
    await ask("team-description");
    await answer();
    const states = (await followUps()).map(({ question, state }) => [question, state]);
    expect(Object.fromEntries(states)).toEqual({ [QUESTION]: "none", "team-description": "asked-back" });
    const entries = (await followUps()).find(({ question }) => question === QUESTION)?.entries;
    expect(entries?.at(-1)).toMatchObject({ kind: "answered", managerName: manager.name });
  });
});

test("the audit trail names the question and the way, without the answer's words", async () => {
  await answer({ why: "meeting" });
  const line = acts().find(({ kind }) => kind === "client.answered-for");
  expect(line).toMatchObject({ actor: manager.managerId, detail: `${QUESTION} meeting` });
  expect(line).toHaveProperty("request_id", expect.any(String));
  expect(JSON.stringify(auditTrail(service))).not.toContain("Markets");
});

test("a submission stays the last one", async () => {
  await service.call("PUT", "/v1/onboarding", { token, body: { data: given(own), submit: true } });
  service.time.now += 60_000;
  await answer({ revision: 1 });
  const status = await service.call("GET", "/v1/onboarding/status", { token });
  expect(await status.json()).toMatchObject({ data: { state: "submitted", revision: 2 } });
  expect(acts().filter(({ kind }) => kind === "record.submitted")).toHaveLength(1);
});

describe("is refused", () => {
  test.for<[string, Sent, string]>([
    ["an empty answer", { entry: { responses: [{ content: " \n" }] } }, "entry.responses.0.content"],
    ["no answer", { entry: { responses: [] } }, "entry.responses"],
    ["two answers", { entry: { responses: [{ content: "a" }, { content: "b" }] } }, "entry.responses"],
    ["a recording", { entry: { responses: [{ content: "a", type: "audio" }] } }, "entry.responses.0.type"],
    ["another reason", { entry: { responses: [{ content: "a", reason: "x" }] } }, "entry.responses.0.reason"],
    ["an unknown field", { entry: { responses: [{ content: "a", html: "b" }] } }, "entry.responses.0.html"],
    ["another kind's entry", { entry: { url: "rosas.example" } }, "entry.url"],
    [
      "too long an answer",
      { entry: { responses: [{ content: "x".repeat(ANSWER_MAX_LENGTH + 1) }] } },
      "entry.responses.0.content",
    ],
    ["an entry that is a text", { entry: "x" }, "entry"],
    ["no entry", { entry: undefined }, "entry"],
    ["another way", { why: "dream" }, "why"],
    ["no way", { why: undefined }, "why"],
    ["no revision", { revision: undefined }, "revision"],
    ["a revision below 0", { revision: -1 }, "revision"],
    ["an author", { by: "me" } as Sent, "by"],
  ])("%s", async ([, sent, path]) => {
    const response = await answer(sent);
    const body = (await response.json()) as { code: string; details: { path: string }[] };
    expect([response.status, body.code]).toEqual([422, "VALIDATION_ERROR"]);
    expect(body.details.map((detail) => detail.path)).toContain(path);
    expect((await service.call("GET", "/v1/onboarding", { token })).status).toBe(404);
  });

  test("a form without any answer", async () => {
    const entry = { employees: "", locations: "", revenue: "" };
    await expectFailure(await answer({ entry }, "business-profile"), "VALIDATION_ERROR");
    await expectFailure(await answer({ entry: {} }, "website-info"), "VALIDATION_ERROR");
    await expectFailure(
      await answer({ entry: { employees: "many" } }, "business-profile"),
      "VALIDATION_ERROR",
    );
  });

  test("a body with unneeded fields", async () => {
    const entry = { responses: [{ content: "x".repeat(200_000) }] };
    await expectFailure(await answer({ entry }), "BODY_TOO_LARGE");
  });

  test("an answer to a question that is full", async () => {
    const full = Array.from({ length: ANSWERS_PER_QUESTION_MAX }, (_, at) => ({ ...own, id: `own-${at}` }));
    await save(given(...full));
    await expectFailure(await answer({ revision: 1 }), "VALIDATION_ERROR");
    expect(await answers()).toEqual(full);
  });

  test("an unknown question, and a client who is unknown, erased or another manager's", async () => {
    for (const question of ["office-pets", "constructor", "__proto__"]) {
      await expectFailure(await answer({}, question), "NOT_FOUND");
    }
    const stranger = await consoleCaller(service);
    await expectFailure(await answer({}, QUESTION, stranger), "NOT_FOUND");
    const administrator = await consoleCaller(service, "administrator");
    await administrator.send("DELETE", `/clients/${clientId}`, { name: "Rosa's Bakery" });
    await expectFailure(await answer(), "NOT_FOUND");
    clientId = "cl_nobody";
    await expectFailure(await answer(), "NOT_FOUND");
  });
});

test("the longest answer is accepted exactly, in any script", async () => {
  const longest = "\u0000".repeat(ANSWER_MAX_LENGTH);
  expect((await answer({ entry: { responses: [{ content: longest }] } })).status).toBe(200);
  expect(await answers()).toEqual([expect.objectContaining({ content: longest })]);
});
