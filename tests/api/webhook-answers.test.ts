import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DAY_MS, MINUTE_MS } from "#contract/instants.ts";
import type { MessageKind } from "#contract/manage/webhooks/webhook-messages.ts";
import { eraseClient } from "../../server/clients/erase-client.ts";
import { announceInactive } from "../../server/webhooks/announce-inactive.ts";
import { changeWebhook } from "../../server/webhooks/manage-webhooks.ts";
import { consoleCaller } from "../support/data/console-caller.ts";
import { written } from "../support/data/written.ts";
import { type WebhookReceiver, webhookReceiver } from "../support/peers/webhook-receiver.ts";
import { type WebhookService, webhookService } from "../support/service/webhook-service.ts";

const SOON = { timeout: 10_000, interval: 5 };
const WORDS = "Word of mouth <!channel>";
const PROFILE = { "business-profile": { employees: "2-5", locations: "1", revenue: "" } };
const TOOLS = {
  "tool-selection": { selectedTools: ["square"], toolRatings: { square: 4 }, customTools: "" },
};

let service: WebhookService;
let receiver: WebhookReceiver;
beforeEach(async () => {
  service = await webhookService();
});
afterEach(async () => {
  await service.close();
  await receiver.close();
});

type Including = { answers?: "none" | "changed" | "all"; format?: "standard" | "slack" | "teams" };
async function listening(kinds: MessageKind[], more: Including = {}) {
  receiver = await webhookReceiver({ isChat: (more.format ?? "standard") !== "standard" });
  const webhook = await service.addWebhook(receiver.url, kinds, more);
  receiver.trust(webhook.secret);
  return webhook;
}
async function save(token: string, data: object, more: object = {}) {
  const saved = await service.call("PUT", "/v1/onboarding", { token, body: { data, ...more } });
  expect(saved.status).toBe(200);
}
const received = (count: number) =>
  vi.waitFor(() => {
    expect(receiver.problems).toEqual([]);
    expect(receiver.raw).toHaveLength(count);
    return receiver.received.map(({ data }) => data.answers);
  }, SOON);
const posts = async (count: number) => {
  await received(count);
  return receiver.raw.map(({ body }) => JSON.parse(body));
};

describe("a webhook", () => {
  test("without answers sends none, whatever was answered", async () => {
    await listening(["record.saved", "record.submitted", "question.answered"]);
    const { token } = await service.signIn();
    await save(token, written(WORDS), { submit: true });
    expect(await received(3)).toEqual([undefined, undefined, undefined]);
    expect(JSON.stringify(receiver.raw)).not.toContain("Word of mouth");
  });

  test("with changed answers sends what is new since the previous message", async () => {
    const { webhookId } = await listening(["record.saved"], { answers: "changed" });
    // waits for the deliveries, because moving the clock during one would send its message twice
    const settled = () =>
      service.logOnce(webhookId, (lines) => lines.every(({ state }) => state === "delivered"));
    const { token } = await service.signIn();
    await save(token, written(WORDS));
    await received(1);
    await settled();
    await save(token, { ...written(WORDS), ...PROFILE });
    await save(token, { ...written(WORDS), ...PROFILE, ...TOOLS });
    service.time.now += MINUTE_MS;
    await received(2);
    await settled();
    service.time.now += MINUTE_MS;
    await save(token, { ...written(""), ...PROFILE, ...TOOLS });
    const [first, second, third] = await received(3);
    expect(first).toEqual([{ question: "customer-acquisition", title: expect.any(String), answer: WORDS }]);
    expect(second).toEqual([
      {
        question: "business-profile",
        title: expect.any(String),
        answer: expect.stringMatching(/: 2 to 5|: 2–5|: 2-5/),
      },
      {
        question: "current-tools",
        title: expect.any(String),
        answer: expect.stringMatching(/^Square\b.*: 4/),
      },
    ]);
    expect(third).toMatchObject([{ question: "customer-acquisition", answer: "" }]);
  });

  test("with all answers sends every answer with each message, as of the time of the event", async () => {
    const { webhookId } = await listening(["record.submitted"], { answers: "all" });
    receiver.answerWith({ status: 500 });
    const { token } = await service.signIn();
    await save(token, { ...written(WORDS), ...PROFILE }, { submit: true });
    await service.logOnce(webhookId, ([line]) => line?.attempts === 1);
    await save(token, { ...written("something else"), ...PROFILE });
    receiver.answerWith({ status: 204 });
    service.time.now += MINUTE_MS;
    await service.logOnce(webhookId, ([line]) => line?.state === "delivered");
    const [, again] = await received(2);
    expect(again).toMatchObject([{ question: "business-profile" }, { answer: WORDS }]);
  });

  test("with changed answers sends what is new since the previous submission", async () => {
    await listening(["record.submitted"], { answers: "changed" });
    const { token } = await service.signIn();
    await save(token, { ...written(WORDS), ...PROFILE }, { submit: true });
    await save(token, { ...written("Flyers"), ...PROFILE });
    await save(token, { ...written("Flyers"), ...PROFILE }, { submit: true });
    const [first, second] = await received(2);
    expect(first).toHaveLength(2);
    expect(second).toMatchObject([{ question: "customer-acquisition", answer: "Flyers" }]);
  });

  test("with answers sends the answer to the question that a message is about", async () => {
    await listening(["question.answered", "question.approved", "follow_up.sent", "follow_up.answered"], {
      answers: "all",
    });
    const { token, clientId } = await service.signIn();
    await save(token, written(WORDS));
    await received(1);
    const manager = await consoleCaller(service, "administrator");
    const path = `/clients/${clientId}/questions/customer-acquisition`;
    await manager.send("PUT", `${path}/approval`, { revision: 1 });
    await manager.send("POST", `${path}/follow-up`, { text: "How many?" });
    service.time.now += 1;
    await save(token, written("Ten a week"));
    await received(4);
    expect(
      receiver.received.map(({ type, data: { answers } }) => [
        type,
        (answers as { answer: string }[] | undefined)?.map(({ answer }) => answer),
      ]),
    ).toEqual([
      ["question.answered", [WORDS]],
      ["question.approved", [WORDS]],
      ["follow_up.sent", undefined],
      ["follow_up.answered", ["Ten a week"]],
    ]);
    expect(JSON.stringify(receiver.raw)).not.toContain("How many?");
  });

  test("that no longer includes answers leaves them out of waiting messages", async () => {
    const { webhookId } = await listening(["record.submitted"], { answers: "all" });
    receiver.answerWith({ status: 500 });
    const { token } = await service.signIn();
    await save(token, written(WORDS), { submit: true });
    await service.logOnce(webhookId, ([line]) => line?.attempts === 1);
    await changeWebhook(service.acting(), webhookId, { answers: "none" });
    receiver.answerWith({ status: 204 });
    service.time.now += MINUTE_MS;
    expect(await received(2)).toMatchObject([[{ answer: WORDS }], undefined]);
  });

  test("gets nothing more about a client who is erased while their messages wait", async () => {
    const { webhookId } = await listening(["record.submitted"], { answers: "all" });
    receiver.answerWith({ status: 500 });
    const { token, clientId } = await service.signIn();
    await save(token, written(WORDS), { submit: true });
    await service.logOnce(webhookId, ([line]) => line?.attempts === 1);
    expect(await eraseClient(service, { clientId, at: service.time.now, by: { actor: "mg_1" } })).toBe(
      "erased",
    );
    expect(await service.log(webhookId)).toEqual([]);
    receiver.answerWith({ status: 204 });
    service.time.now += MINUTE_MS;
    await service.addClient();
    expect(receiver.received).toHaveLength(1);
  });
});

describe("a chat webhook gets", () => {
  test("a sentence with a link, in Slack", async () => {
    await listening(["record.submitted", "client.created"], { format: "slack" });
    const { token, clientId } = await service.signIn("Rosa & Sons");
    await save(token, written(WORDS), { submit: true });
    const link = `<https://interview.example/console/clients/${clientId}|Open in the console>`;
    expect(await posts(2)).toEqual([
      { text: `Rosa &amp; Sons was added.\n\n${link}` },
      { text: `Rosa &amp; Sons submitted the interview: 1 of 13 questions done.\n\n${link}` },
    ]);
  });

  test.each(["slack", "teams"] as const)(
    "how long a client has stalled, and no answer, in %s",
    async (format) => {
      await listening(["client.inactive"], { format, answers: "all" });
      const { token } = await service.signIn("Rosa");
      await save(token, written(WORDS));
      service.time.now += 4 * DAY_MS;
      await announceInactive({ storage: service.storage, stalledDays: 3 }, service.time.now);
      const post = JSON.stringify(await posts(1));
      expect(post).toContain("Rosa hasn’t been active for 4 days: 1 of 13 questions done.");
      expect(post).not.toContain("Word of mouth");
    },
  );

  test("answers, where they are included, and no mention within them", async () => {
    await listening(["record.submitted"], { format: "slack", answers: "all" });
    const { token } = await service.signIn("Rosa");
    await save(token, written(WORDS), { submit: true });
    const [{ text }] = await posts(1);
    expect(text).toContain("\nWord of mouth &lt;!channel&gt;\n");
  });

  test("an Adaptive Card, in Teams", async () => {
    await listening(["follow_up.sent"], { format: "teams" });
    const { clientId } = await service.signIn("Rosa");
    const manager = await consoleCaller(service, "administrator");
    await manager.send("POST", `/clients/${clientId}/questions/team-description/follow-up`, { text: "Who?" });
    const [card] = await posts(1);
    const { content } = card.attachments[0];
    expect(content.body[0].inlines[0].text).toMatch(/^Rosa got a follow-up question about “.+”\.$/);
    expect(content.actions[0].url).toBe(`https://interview.example/console/clients/${clientId}`);
  });
});
