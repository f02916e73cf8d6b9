import { expect, test } from "vitest";
import type { BriefAnswer } from "#contract/manage/answers/brief.ts";
import type { LinkKeyFacts } from "#contract/manage/clients.ts";
import type { FollowUpEntry, FollowUpEntryKind } from "#contract/manage/follow-ups.ts";
import type { MailLine } from "#contract/manage/mail/mail.ts";
import { deliveryOf, exchangeOf } from "./exchange.ts";

const at = (hour: number) => `2026-11-12T${String(hour).padStart(2, "0")}:00:00.000Z`;
const entry = (kind: FollowUpEntryKind, hour: number): FollowUpEntry => ({
  kind,
  managerId: "m_1",
  managerName: "Mia",
  at: at(hour),
  text: null,
});
const answer = (id: string, hour: number) => ({ id, content: id, timestamp: at(hour) }) as BriefAnswer;
const read = (answers: BriefAnswer[], entries: FollowUpEntry[]) => {
  const exchange = exchangeOf(answers, entries);
  const ids = (some: BriefAnswer[]) => some.map(({ id }) => id);
  return [
    ids(exchange.answers),
    ...exchange.rounds.map(({ asked, end, replies }) => [asked.at, end?.kind, ids(replies)]),
  ];
};

test("without a follow-up, all answers come first", () => {
  expect(read([answer("a", 8), answer("b", 9)], [entry("approved", 10)])).toEqual([["a", "b"]]);
});

test("an answer given after a follow-up question is shown below that question", () => {
  const answers = [answer("a", 8), answer("b", 11), answer("c", 14)];
  const entries = [entry("asked-back", 10), entry("answered", 11), entry("asked-back", 12)];
  expect(read(answers, entries)).toEqual([["a"], [at(10), "answered", ["b", "c"]], [at(12), undefined, []]]);
  expect(read(answers, [...entries, entry("answered", 14)])).toEqual([
    ["a"],
    [at(10), "answered", ["b"]],
    [at(12), "answered", ["c"]],
  ]);
});

test("where the server noted the earlier answers, the device's clock does not count", () => {
  const noted = { ...entry("answered", 11), earlier: ["ahead"] };
  const answers = [answer("ahead", 20), answer("behind", 2)];
  expect(read(answers, [entry("asked-back", 10), noted])).toEqual([
    ["ahead"],
    [at(10), "answered", ["behind"]],
  ]);
  const again = { ...entry("answered", 13), earlier: ["ahead", "behind"] };
  expect(
    read([...answers, answer("last", 1)], [entry("asked-back", 10), noted, entry("asked-back", 12), again]),
  ).toEqual([["ahead"], [at(10), "answered", ["behind"]], [at(12), "answered", ["last"]]]);
});

test("a follow-up that was withdrawn or settled by an approval has no reply", () => {
  const entries = [
    entry("approved", 7),
    entry("asked-back", 8),
    entry("taken-back", 9),
    entry("asked-back", 10),
    entry("approved", 11),
    entry("unapproved", 12),
  ];
  expect(read([answer("a", 13)], entries)).toEqual([
    ["a"],
    [at(8), "taken-back", []],
    [at(10), "approved", []],
  ]);
});

test("a mail with a follow-up is shown once it was sent, and its link once it was used", () => {
  const mail = (hour: number, state: MailLine["state"] = "sent") =>
    ({ kind: "follow-up", state, lastAt: at(hour) }) as MailLine;
  const link = (hour: number, boundAt: string | null) =>
    ({ kind: "mailed", createdAt: at(hour), boundAt }) as LinkKeyFacts;
  const asked = entry("asked-back", 10);
  expect(deliveryOf(asked, [], [link(11, at(12))])).toBeUndefined();
  expect(deliveryOf(asked, [mail(9), mail(11, "refused")], [])).toBeUndefined();
  expect(deliveryOf(asked, [mail(11)], [link(9, at(12)), link(11, null)])).toBe("mailed");
  expect(deliveryOf(asked, [mail(11)], [link(11, at(12))])).toBe("opened");
});
