import { describe, expect, test } from "vitest";
import type { RecordedAnswer } from "../../interview/kinds/recorded-answer.ts";
import type { FollowUp, FollowUpEntry, FollowUpEntryKind } from "../follow-ups.ts";
import { briefApproval, briefFollowUps } from "./brief-follow-ups.ts";

const at = (minute: number) => `2026-11-23T10:${String(minute).padStart(2, "0")}:00.000Z`;
const entry = (kind: FollowUpEntryKind, minute: number, text: string | null = null): FollowUpEntry => ({
  kind,
  managerId: kind === "answered" ? null : "mg_1",
  managerName: kind === "answered" ? null : "Mia Lopes",
  at: at(minute),
  text,
});
const followUp = (entries: FollowUpEntry[], state: FollowUp["state"] = "none"): FollowUp => ({
  question: "getting-paid",
  state,
  entries,
});
const answer = (id: string, timestamp: string): RecordedAnswer => ({
  type: "text",
  id,
  content: id,
  timestamp,
});

describe("the follow-ups of a brief", () => {
  test("have the author, the question and the client's later words, with each reply at its own question", () => {
    const entries = [
      entry("asked-back", 10, "How much is older than 60 days?"),
      entry("answered", 20),
      entry("asked-back", 30, "From whom?"),
      entry("answered", 40),
    ];
    const answers = [
      answer("first", at(0)),
      answer("reply", at(15)),
      // sent by a device in another zone
      answer("second reply", "2026-11-23T12:35:00+02:00"),
    ];
    expect(briefFollowUps(followUp(entries), answers)).toEqual([
      {
        askedBy: "Mia Lopes",
        askedAt: at(10),
        text: "How much is older than 60 days?",
        state: "answered",
        answeredAt: at(20),
        replies: ["reply"],
      },
      expect.objectContaining({ text: "From whom?", state: "answered", replies: ["second reply"] }),
    ]);
  });

  test.each<[string, FollowUpEntry[], string[]]>([
    ["one that waits is open", [entry("asked-back", 1, "?")], ["open"]],
    ["one that was withdrawn is left out", [entry("asked-back", 1, "?"), entry("taken-back", 2)], []],
    [
      "one whose answer was approved as it was is settled",
      [entry("asked-back", 1, "?"), entry("approved", 2)],
      ["settled"],
    ],
    [
      "approving later leaves an answered one answered",
      [entry("asked-back", 1, "?"), entry("answered", 2), entry("approved", 3), entry("unapproved", 4)],
      ["answered"],
    ],
    ["approvals alone are no follow-up", [entry("approved", 1), entry("unapproved", 2)], []],
  ])("%s", (_, entries, states) => {
    expect(briefFollowUps(followUp(entries), []).map(({ state }) => state)).toEqual(states);
  });

  test("a reply that changed an existing answer lists no answer", () => {
    const entries = [entry("asked-back", 10, "?"), entry("answered", 20)];
    expect(briefFollowUps(followUp(entries), [answer("edited", at(0))])[0]?.replies).toEqual([]);
  });

  test("a question without follow-ups lists none", () => {
    expect(briefFollowUps(null, [answer("a", at(0))])).toEqual([]);
  });
});

describe("the approval of a brief", () => {
  test("is the last one, as long as the approved answers are still there", () => {
    const entries = [entry("approved", 1), entry("unapproved", 2), entry("approved", 3)];
    expect(briefApproval(followUp(entries, "approved"))).toEqual({ by: "Mia Lopes", at: at(3) });
  });

  test.each<FollowUp["state"]>(["none", "asked-back", "changed"])(
    "does not exist in the state %s",
    (state) => {
      expect(briefApproval(followUp([entry("approved", 1)], state))).toBeNull();
    },
  );
});
