import { beforeAll, expect, test } from "vitest";
import type { ClientRow } from "#contract/manage/clients.ts";
import words from "#contract/messages/console/en.json?compiled";
import { activateLanguage, addWords } from "../../web/ui/language/spoken-language.ts";
import { happeningOf } from "./happening.ts";

const NOW = Date.UTC(2026, 10, 24, 15);
const ago = (days: number) => new Date(NOW - days * 86_400_000).toISOString();
const client = (facts: Partial<ClientRow>) => ({ state: "in-progress", flags: [], ...facts }) as ClientRow;
const said = (facts: Partial<ClientRow>) => {
  const row = client({ activeAt: null, invitedAt: null, submittedAt: null, dueOn: null, ...facts });
  const { look, words: text } = happeningOf(row, NOW, "What’s your goal?");
  return [look, text];
};

beforeAll(() => {
  addWords("en", words);
  activateLanguage("en");
});

test.each<[Partial<ClientRow>, string, string]>([
  [{ flags: ["mail-trouble"], mailTrouble: "recipient-refused" }, "bad", "Email refused"],
  [{ flags: ["mail-trouble"], mailTrouble: "no-such-host" }, "bad", "Email didn’t arrive"],
  [{ flags: ["news", "overdue"] }, "hot", "New answers"],
  [{ flags: ["ready"], state: "submitted" }, "hot", "Ready to approve"],
  [{ flags: ["overdue"], dueOn: "2026-11-21" }, "bad", "Overdue 3 days"],
  [{ flags: ["overdue"], dueOn: "2026-11-23" }, "bad", "Overdue 1 day"],
  [{ flags: ["waiting"], waitingSince: ago(2.5) }, "calm", "Waiting for client, 2 days"],
  [{ flags: ["waiting"], waitingSince: ago(0.2) }, "calm", "Waiting for client, today"],
  [{ flags: ["stalled"], activeAt: ago(5) }, "hot", "Stalled 5 days"],
  [{ flags: ["never-opened"], state: "invited", invitedAt: ago(6) }, "hot", "Never opened, 6 days"],
  [{ activeAt: ago(0.005) }, "calm", "Working now"],
  [{ activeAt: ago(2) }, "calm", "Next: What’s your goal?"],
  [{ state: "opened", activeAt: ago(2) }, "calm", "Opened, no answer yet"],
  [{ state: "invited", invitedAt: ago(1) }, "calm", "Invited yesterday"],
  [{ state: "not-invited" }, "calm", "Not invited yet"],
  [{ state: "submitted", submittedAt: ago(3) }, "calm", "Submitted 3 days ago"],
  [{ state: "approved" }, "good", "Approved"],
])("%j is %s: %s", (facts, look, text) => {
  expect(said(facts)).toEqual([look, text]);
});
