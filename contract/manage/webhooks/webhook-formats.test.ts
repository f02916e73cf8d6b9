import { expect, test } from "vitest";
import { type AnswerTarget, formatOfAddress, sendsMoreAnswers, takesFormat } from "./webhook-formats.ts";

test.each([
  ["https://hooks.slack.com/services/T0/B0/x", "slack"],
  ["https://HOOKS.SLACK.COM/services/T0/B0/x", "slack"],
  ["https://hooks.slack-gov.com/services/T0/B0/x", "slack"],
  ["https://prod-07.westus.logic.azure.com:443/workflows/1/triggers/manual/paths/invoke", "teams"],
  ["https://default1.2.environment.api.powerplatform.com/powerautomate/automations", "teams"],
  ["https://flow.powerautomate.com/x", "teams"],
  ["https://example.com/hooks.slack.com", undefined],
  ["https://hooks.slack.com.evil.example/", undefined],
  ["https://evilhooks.slack.com/", undefined],
  ["https://example.com/?to=.logic.azure.com", undefined],
  ["https://hooks.slack.com@evil.example/", undefined],
  ["hooks.slack.com", undefined],
  ["", undefined],
])("%s takes %s", (address, format) => {
  expect(formatOfAddress(address)).toBe(format);
});

test("Slack accepts only its own format, and every other host accepts each format", () => {
  const slack = "https://hooks.slack.com/services/T0/B0/x";
  expect((["standard", "slack", "teams"] as const).map((format) => takesFormat(slack, format))).toEqual([
    false,
    true,
    false,
  ]);
  expect(takesFormat("https://chat.example/", "slack")).toBe(true);
});

test("only a change that sends answers to a new place, or more of them, needs a proof", () => {
  const none: AnswerTarget = { address: "https://a.example/", kinds: ["record.saved"], answers: "none" };
  const changed = { ...none, answers: "changed" } as const;
  expect(sendsMoreAnswers(undefined, none)).toBe(false);
  expect(sendsMoreAnswers(undefined, changed)).toBe(true);
  expect(sendsMoreAnswers(none, changed)).toBe(true);
  expect(sendsMoreAnswers(changed, { ...changed, answers: "all" })).toBe(true);
  expect(sendsMoreAnswers({ ...changed, answers: "all" }, changed)).toBe(false);
  expect(sendsMoreAnswers(changed, changed)).toBe(false);
  expect(sendsMoreAnswers(changed, { ...changed, address: "https://b.example/" })).toBe(true);
  expect(sendsMoreAnswers(changed, { ...changed, kinds: ["record.saved", "record.submitted"] })).toBe(true);
  expect(sendsMoreAnswers(changed, { ...none, address: "https://b.example/" })).toBe(false);
});
