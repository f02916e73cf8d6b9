import { describe, expect, test } from "vitest";
import { messageKinds } from "./webhook-messages.ts";
import { addWebhookRequestSchema, changeWebhookRequestSchema } from "./webhooks.ts";

const address = "https://example.com/hook";
const kinds = [
  "client.created",
  "client.invited",
  "client.opened",
  "client.inactive",
  "record.saved",
  "record.submitted",
  "question.answered",
  "question.approved",
  "follow_up.sent",
  "follow_up.answered",
  "answer.asked_back",
];

test("the names of the kinds are as the Standard Webhooks specification wants them", () => {
  expect(Object.keys(messageKinds)).toEqual(kinds);
  expect(kinds.every((kind) => /^\w+(\.\w+)+$/.test(kind))).toBe(true);
});

test("a webhook with an address and kinds is accepted", () => {
  expect(addWebhookRequestSchema.parse({ address, kinds })).toEqual({ address, kinds });
});

describe("refused:", () => {
  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["an empty object", {}],
    ["no kinds", { address }],
    ["an empty list of kinds", { address, kinds: [] }],
    ["a kind that is not there", { address, kinds: ["client.gone"] }],
    ["the test's kind, to which nobody subscribes", { address, kinds: ["webhook.test"] }],
    ["a kind twice", { address, kinds: ["record.saved", "record.saved"] }],
    ["a text of kinds", { address, kinds: "record.saved" }],
    ["no address", { kinds }],
    ["an empty address", { address: "", kinds }],
    ["an address of 2,049 characters", { address: `https://example.com/${"x".repeat(2_029)}`, kinds }],
    ["a list of addresses", { address: [address], kinds }],
    ["a secret of one's own", { address, kinds, secret: "whsec_AAAA" }],
  ])("%s", (_what, body) => {
    expect(addWebhookRequestSchema.safeParse(body).success).toBe(false);
  });

  test.each<[string, unknown]>([
    ["a change of nothing", {}],
    ["a change to nothing", { address: undefined }],
    ["a switch that is neither on nor off", { isOn: "yes" }],
    ["an unknown name", { isOn: true, madeBy: "me" }],
    ["no kind left", { kinds: [] }],
  ])("%s", (_what, body) => {
    expect(changeWebhookRequestSchema.safeParse(body).success).toBe(false);
  });
});

test("a change can be of one field alone", () => {
  for (const change of [{ address }, { kinds: ["record.saved"] }, { isOn: false }]) {
    expect(changeWebhookRequestSchema.parse(change)).toEqual(change);
  }
});
