import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ANSWER_MAX_LENGTH, ANSWERS_PER_QUESTION_MAX } from "#contract/limits.ts";
import type { AddedClient, Client, ClientList, ManagedRecord } from "#contract/manage/clients.ts";
import type { Timeline } from "#contract/manage/timeline.ts";
import { auditTrail } from "../../support/data/audit-trail.ts";
import { type ConsoleCaller, consoleCaller } from "../../support/data/console-caller.ts";
import { webhookReceiver } from "../../support/peers/webhook-receiver.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type WebhookService, webhookService } from "../../support/service/webhook-service.ts";

/** What a new client can start with: an account manager, a language, and known answers. */

const QUESTION = "customer-acquisition";
const HEARD = "<b>Markets</b> =1+1 \u202eSaturdays 👍";

let service: WebhookService;
let admin: ConsoleCaller;
let manager: ConsoleCaller;
beforeAll(async () => {
  service = await webhookService();
  admin = await consoleCaller(service, "administrator");
  manager = await consoleCaller(service);
});
afterAll(() => service.close());

const post = (more: object, by = manager) => by.call("POST", "/clients", { name: "Rosa", ...more });
const add = (more: object, by = manager) =>
  by.send<AddedClient>("POST", "/clients", { name: "Rosa", ...more });
const find = (clientId: string) => admin.read<Client>(`/clients/${clientId}`);
const record = (clientId: string) => admin.read<ManagedRecord>(`/clients/${clientId}/record`);
const countAll = async () => (await admin.read<ClientList>("/clients")).total;
const saying = (...contents: string[]) => ({ responses: contents.map((content) => ({ content })) });

describe("initial answers", () => {
  test("are the first revision, in the manager's name, and the client is in progress", async () => {
    const answers = {
      [QUESTION]: { responses: [{ content: HEARD }, { content: "Second.", id: "two" }] },
      "website-info": { url: "rosa.example" },
    };
    const { clientId } = await add({ answers });
    const stored = await record(clientId);
    expect(stored).toMatchObject({ revision: 1, changedAt: expect.any(String), submittedAt: null });
    const timestamp = new Date(service.time.now).toISOString();
    const own = { type: "text", timestamp, source: "typed", by: { kind: "manager", name: manager.name } };
    expect(stored.data).toMatchObject({
      [QUESTION]: {
        section: expect.any(String),
        question: QUESTION,
        responses: [
          { ...own, content: HEARD, id: expect.any(String) },
          { ...own, content: "Second.", id: "two" },
        ],
      },
      "website-form": { url: "rosa.example" },
    });
    expect(await find(clientId)).toMatchObject({ state: "in-progress", completed: 2 });
  });

  test("are in the audit trail and on the timeline, each question once", async () => {
    const { clientId } = await add({ answers: { [QUESTION]: saying("x"), "growth-vision": saying("y") } });
    const acts = auditTrail(service).filter(({ client_id }) => client_id === clientId);
    expect(acts.map(({ kind, actor, detail }) => [kind, actor, detail])).toEqual([
      ["client.added", manager.managerId, null],
      ["client.answered-for", manager.managerId, QUESTION],
      ["client.answered-for", manager.managerId, "growth-vision"],
      ["key.issued", manager.managerId, null],
    ]);
    const { entries } = await manager.read<Timeline>(`/clients/${clientId}/timeline`);
    expect(entries.filter(({ kind }) => kind === "answered-for")).toEqual([
      expect.objectContaining({
        who: { kind: "manager", name: manager.name },
        questions: [QUESTION, "growth-vision"],
        revision: 1,
      }),
    ]);
    expect(entries.map(({ kind }) => kind)).not.toContain("saved");
  });

  test("are what the client finds and can add to", async () => {
    const { accessKey } = await add({ answers: { [QUESTION]: saying(HEARD) } });
    const exchanged = await service.call("POST", "/v1/auth/exchange", { body: { key: accessKey } });
    const { accessToken: token } = ((await exchanged.json()) as { data: { accessToken: string } }).data;
    const loaded = await service.call("GET", "/v1/onboarding", { token });
    const { data } = (await loaded.json()) as { data: { [entry: string]: { responses: object[] } } };
    expect(data[QUESTION]?.responses).toMatchObject([{ content: HEARD }]);
    const responses = [...(data[QUESTION]?.responses ?? []), { content: "My own." }];
    const saved = await service.call("PUT", "/v1/onboarding", {
      token,
      body: { data: { ...data, [QUESTION]: { responses } } },
      headers: { "if-match": '"1"' },
    });
    expect([saved.status, saved.headers.get("etag")]).toEqual([200, '"2"']);
  });

  test("are announced to webhooks, with the client", async () => {
    const receiver = await webhookReceiver();
    const { webhookId, secret } = await service.addWebhook(receiver.url);
    receiver.trust(secret);
    const { clientId } = await add({ answers: { [QUESTION]: saying(HEARD) } });
    const kinds = ["client.created", "client.invited", "question.answered", "record.saved"];
    await service.logOnce(webhookId, (log) => log.filter(({ state }) => state === "delivered").length === 4);
    expect(receiver.received.map(({ type }) => type).toSorted()).toEqual(kinds);
    expect(receiver.received.map(({ data }) => data.clientId)).toEqual(kinds.map(() => clientId));
    await receiver.close();
  });

  test("can say that a question doesn't apply, and have their author from the session", async () => {
    const lying = { content: "No.", by: { kind: "manager", name: "Ada" }, raw: "x", source: "dictated" };
    const skipped = { content: "Doesn’t apply", reason: "not-applicable" };
    const { clientId } = await add({
      answers: { [QUESTION]: { responses: [lying] }, "growth-vision": { responses: [skipped] } },
    });
    const text = JSON.stringify((await record(clientId)).data);
    expect(text).not.toMatch(/Ada|raw|dictated/);
    expect(text).toContain("not-applicable");
  });

  test("to no question make no record", async () => {
    const { clientId } = await add({ answers: {} });
    expect(await record(clientId)).toMatchObject({ revision: 0, data: {} });
  });

  test("can be given to a client who is not invited yet", async () => {
    const { clientId } = await add({ answers: { [QUESTION]: saying(HEARD) }, withKey: false });
    expect(await find(clientId)).toMatchObject({ completed: 1, invitedAt: null, keys: [] });
  });

  test("of a repeat with an idempotency key are stored once", async () => {
    const headers = { "x-firsthand-console": "1", cookie: manager.cookie, "idempotency-key": "begun" };
    const body = { name: "Once", answers: { [QUESTION]: saying(HEARD) } };
    const ask = () => service.call("POST", "/v1/manage/clients", { headers, body });
    const [one, two] = [await (await ask()).json(), await (await ask()).json()];
    expect(two).toEqual(one);
    const { clientId } = (one as { data: AddedClient }).data;
    expect(await record(clientId)).toMatchObject({ revision: 1 });
  });

  test.each<[string, unknown, string]>([
    ["a question that there is not", { nothing: saying("x") }, "answers.nothing"],
    ["an entry's name", { "website-form": { url: "x.example" } }, "answers.website-form"],
    ["an object's own name", { constructor: saying("x") }, "answers.constructor"],
    ["a list", [saying("x")], "answers"],
    ["null", null, "answers"],
    ["a text", "x", "answers"],
    ["an entry that is null", { [QUESTION]: null }, `answers.${QUESTION}`],
    ["an entry that is a text", { [QUESTION]: "x" }, `answers.${QUESTION}`],
    ["an empty entry", { [QUESTION]: {} }, `answers.${QUESTION}.responses`],
    ["no answer", { [QUESTION]: saying() }, `answers.${QUESTION}`],
    ["a blank answer", { [QUESTION]: saying("x", " \n") }, `answers.${QUESTION}.responses.1.content`],
    [
      "an answer without words",
      { [QUESTION]: { responses: [{}] } },
      `answers.${QUESTION}.responses.0.content`,
    ],
    [
      "a recording",
      { [QUESTION]: { responses: [{ type: "audio", content: "x", id: "a" }] } },
      `answers.${QUESTION}.responses.0.type`,
    ],
    [
      "an answer that is too long",
      { [QUESTION]: saying("x".repeat(ANSWER_MAX_LENGTH + 1)) },
      `answers.${QUESTION}.responses.0.content`,
    ],
    [
      "too many answers",
      { [QUESTION]: saying(...Array<string>(ANSWERS_PER_QUESTION_MAX + 1).fill("x")) },
      `answers.${QUESTION}.responses`,
    ],
    [
      "two answers with one id",
      {
        [QUESTION]: {
          responses: [
            { content: "x", id: "a" },
            { content: "y", id: "a" },
          ],
        },
      },
      `answers.${QUESTION}.responses`,
    ],
    ["an unknown field", { [QUESTION]: { ...saying("x"), more: 1 } }, `answers.${QUESTION}.more`],
    ["an empty form", { "website-info": { url: "" } }, "answers.website-info"],
    ["a form of another kind", { "website-info": saying("x") }, "answers.website-info"],
    [
      "one right answer, and one wrong",
      { [QUESTION]: saying("x"), "website-info": {} },
      "answers.website-info",
    ],
  ])("are all refused where they are %s", async (_, answers, path) => {
    const before = await countAll();
    const { details } = await expectFailure(await post({ answers }), "VALIDATION_ERROR");
    expect(details?.[0]?.path.startsWith(path)).toBe(true);
    expect(await countAll()).toBe(before);
  });

  test("with a client who can't be added store nothing", async () => {
    await add({ externalId: "A-1" });
    const before = [await countAll(), auditTrail(service).length];
    const body = { externalId: "A-1", answers: { [QUESTION]: saying(HEARD) } };
    await expectFailure(await post(body), "EXTERNAL_ID_TAKEN");
    expect([await countAll(), auditTrail(service).length]).toEqual(before);
  });

  test("of the maximum length are stored", async () => {
    const longest = Array<string>(2).fill("é".repeat(ANSWER_MAX_LENGTH));
    const { clientId } = await add({ answers: { [QUESTION]: saying(...longest) } });
    expect(JSON.stringify(await record(clientId))).toContain(longest[0]);
  });
});

describe("the account manager", () => {
  test("is the one who adds the client, by default", async () => {
    expect(await find((await add({})).clientId)).toMatchObject({ managerId: manager.managerId });
    for (const named of [manager.managerId, manager.email, ` ${manager.email.toUpperCase()} `]) {
      const { clientId } = await add({ manager: named });
      expect(await find(clientId)).toMatchObject({ managerId: manager.managerId });
    }
  });

  test("is named by an administrator, by id or address, or a client has no manager", async () => {
    for (const named of [manager.managerId, manager.email.toUpperCase()]) {
      const { clientId } = await add({ manager: named }, admin);
      expect(await find(clientId)).toMatchObject({ managerId: manager.managerId });
    }
    expect(await find((await add({ manager: null }, admin)).clientId)).toMatchObject({ managerId: null });
  });

  test("can be another person only for administrators", async () => {
    const before = await countAll();
    for (const named of [admin.managerId, admin.email, null, "mg_none"])
      await expectFailure(await post({ manager: named }), "FORBIDDEN");
    expect(await countAll()).toBe(before);
  });

  test("must be one who can sign in", async () => {
    const gone = await consoleCaller(service);
    await admin.send("POST", `/managers/${gone.managerId}/revoke`, { handTo: null });
    for (const named of [gone.managerId, gone.email, "mg_none", "no@example.com", "@"]) {
      const { details } = await expectFailure(await post({ manager: named }, admin), "VALIDATION_ERROR");
      expect(details?.[0]?.path).toBe("manager");
    }
    for (const wrong of ["", " ", 1, {}, "x".repeat(255), "a\0b"])
      await expectFailure(await post({ manager: wrong }, admin), "VALIDATION_ERROR");
  });
});

test("a language and an interview are the client's from the start, and wrong ones name their field", async () => {
  const { clientId } = await add({ language: "es", interviewId: "iv_00000000000000000000" });
  expect(await find(clientId)).toMatchObject({ language: "es" });
  for (const [field, value] of [
    ["language", "fr"],
    ["interviewId", "iv_none"],
  ] as const) {
    const { details } = await expectFailure(await post({ [field]: value }), "VALIDATION_ERROR");
    expect(details?.[0]?.path).toBe(field);
  }
});
