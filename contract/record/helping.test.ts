import { describe, expect, test } from "vitest";
import { builtInInterview } from "../interview/built-in-interview.ts";
import { type Interview, questionsOf } from "../interview/interview.ts";
import type { WrittenEntry } from "../interview/kinds/free-answer.ts";
import type { RecordedAnswer } from "../interview/kinds/recorded-answer.ts";
import { ANSWERS_PER_QUESTION_MAX } from "../limits.ts";
import {
  countHelpersAnswers,
  type HelperScope,
  hasFreeAnswer,
  interviewForHelper,
  recordForHelper,
  strayEntries,
  withHelpersPart,
} from "./helping.ts";
import { type ClientRecord, completeRecord } from "./record.ts";

const NOW = "2026-03-01T12:00:00.000Z";
const MONEY = "financial-management";
const PROFILE = "business-profile";
const TEAM = "team-and-business-setup";
const dana: HelperScope = { name: "Dana", sectionId: "money-admin", seesAll: false };
const luis: HelperScope = { name: "Luis", sectionId: "business-snapshot", seesAll: true };
const byDana = { kind: "helper", name: "Dana" } as const;

const answer = (id: string, content: string, more: Partial<RecordedAnswer> = {}): RecordedAnswer => ({
  type: "text",
  content,
  timestamp: NOW,
  id,
  ...more,
});
const written = (entry: string, ...responses: RecordedAnswer[]) =>
  completeRecord(builtInInterview, { [entry]: { responses } }, { now: NOW });
const answersIn = (record: ClientRecord, entry = MONEY) =>
  (record[entry] as WrittenEntry | undefined)?.responses ?? [];
const save = (before: ClientRecord, sent: ClientRecord, helper = dana, shown = builtInInterview) =>
  withHelpersPart({ asked: builtInInterview, shown, helper }, before, sent);

const own = answer("own", "We invoice weekly.", { by: byDana });
const ofOwner = answer("owner", "By card mostly.");
const before = { ...written(MONEY, ofOwner, own), ...written(TEAM, answer("team", "Two of us.")) };

describe("a helper receives", () => {
  const got = (helper: HelperScope) =>
    recordForHelper(builtInInterview, before, { helper, clientName: "Rosa's Bakery" });

  test("their own answers of their section, without an author", () => {
    const { by: _by, ...bare } = own;
    expect(Object.keys(got(dana))).toEqual([MONEY]);
    expect(answersIn(got(dana))).toEqual([bare]);
  });

  test("with full access, also the answers of others, with their authors", () => {
    const { by: _by, ...bare } = own;
    const client = { kind: "client", name: "Rosa's Bakery" };
    expect(answersIn(got({ ...dana, seesAll: true }))).toEqual([{ ...ofOwner, by: client }, bare]);
  });

  test("with full access, the forms of the section, and no other section", () => {
    const record = { ...before, ...completeRecord(builtInInterview, { [PROFILE]: {} }, { now: NOW }) };
    const scope = { helper: luis, clientName: "Rosa" };
    expect(Object.keys(recordForHelper(builtInInterview, record, scope)).sort()).toEqual(
      [PROFILE, TEAM].sort(),
    );
    const without = { helper: { ...luis, seesAll: false }, clientName: "Rosa" };
    expect(recordForHelper(builtInInterview, record, without)).toEqual({});
  });

  test("with full access, the words of a recording but no audio", () => {
    const heard = answer("5b3c6c1e-8a55-4c1c-9d1a-0a5d0f6b1e11", "By phone.", { type: "audio" });
    const pending = answer("6b3c6c1e-8a55-4c1c-9d1a-0a5d0f6b1e11", "", { type: "audio" });
    const scope = { helper: { ...dana, seesAll: true }, clientName: "Rosa" };
    const record = recordForHelper(builtInInterview, written(MONEY, heard, pending), scope);
    const by = { kind: "client", name: "Rosa" } as const;
    expect(answersIn(record)).toEqual([{ ...heard, type: "text", by }]);
    // an answer that is sent back unchanged is still the recording
    expect(save(written(MONEY, heard, pending), record, scope.helper).record).toEqual(
      written(MONEY, heard, pending),
    );
  });

  test("another helper's answers as another person's", () => {
    expect(got({ ...dana, name: "Luis" })).toEqual({});
  });

  test("their own answers to a question that is no longer asked, in the section where it was", () => {
    const old = { section: "money-admin", question: "gone", responses: [own] };
    const elsewhere = { section: "website", question: "gone", responses: [own] };
    const scope = { helper: dana, clientName: "Rosa" };
    const record = { old, elsewhere } as unknown as ClientRecord;
    expect(Object.keys(recordForHelper(builtInInterview, record, scope))).toEqual(["old"]);
  });
});

describe("a helper's save", () => {
  test("adds answers in the helper's name, and leaves all others unchanged", () => {
    const { record, full } = save(before, written(MONEY, own, answer("new", "Then we file it.")));
    expect(answersIn(record)).toEqual([ofOwner, own, answer("new", "Then we file it.", { by: byDana })]);
    expect(answersIn(record, TEAM)).toEqual(answersIn(before, TEAM));
    expect(full).toEqual([]);
    expect(countHelpersAnswers(record, dana)).toBe(2);
    expect(countHelpersAnswers(record, { ...dana, sectionId: "website" })).toBe(0);
  });

  test("changes and removes the helper's own answers", () => {
    const changed = save(before, written(MONEY, answer("own", "Monthly."))).record;
    expect(answersIn(changed)).toEqual([ofOwner, answer("own", "Monthly.", { by: byDana })]);
    expect(answersIn(save(before, {}).record)).toEqual([ofOwner]);
    expect(save(written(MONEY, own), {}).record).toEqual({});
  });

  test("adds a changed answer of another person as the helper's own answer", () => {
    const mine = written(MONEY, answer("owner", "By card, and in cash."), own);
    const once = save(before, mine).record;
    expect(answersIn(once).map(({ content }) => content)).toEqual([
      "By card mostly.",
      "We invoice weekly.",
      "By card, and in cash.",
    ]);
    expect(answersIn(once)[0]).toEqual(ofOwner);
    const added = answersIn(once)[2];
    expect(added).toMatchObject({ by: byDana });
    // saving twice adds the answer once
    expect(
      save(once, written(MONEY, answer("owner", "By card, and in cash."), own, added as RecordedAnswer))
        .record,
    ).toEqual(once);
  });

  test("leaves another person's answer with its author when it comes back unchanged", () => {
    expect(save(before, written(MONEY, ofOwner, own)).record).toEqual(before);
  });

  test("does not remove what the helper's page does not show", () => {
    const shown: Interview = {
      ...builtInInterview,
      sections: builtInInterview.sections.map((section) =>
        section.id === "money-admin"
          ? { ...section, questions: section.questions.filter(({ id }) => id !== MONEY) }
          : section,
      ),
    };
    expect(save(before, {}, dana, shown).record).toEqual(before);
  });

  test("with full access, changes forms, and removes none", () => {
    const profile = completeRecord(
      builtInInterview,
      { [PROFILE]: { businessName: "Rosa" } as never },
      { now: NOW },
    );
    const { record } = save({ ...before, ...profile }, {}, luis);
    expect(record[PROFILE]).toEqual(profile[PROFILE]);
    const changed = completeRecord(
      builtInInterview,
      { [PROFILE]: { businessName: "Rosa's" } as never },
      { now: NOW },
    );
    expect(save({ ...before, ...profile }, changed, luis).record[PROFILE]).toEqual(changed[PROFILE]);
  });

  test("with full access, keeps a chosen tool that the interview no longer lists", () => {
    const TOOLS = "tool-selection";
    const chosen = { selectedTools: ["an-old-tool"], toolRatings: { "an-old-tool": 4 }, customTools: "" };
    const old = { [TOOLS]: chosen } as unknown as ClientRecord;
    const seen = completeRecord(
      builtInInterview,
      { [TOOLS]: { ...chosen, selectedTools: ["xero"], toolRatings: {} } as never },
      { now: NOW },
    );
    const { record } = save(old, seen, luis);
    expect(record[TOOLS]).toMatchObject({
      selectedTools: ["xero", "an-old-tool"],
      toolRatings: { "an-old-tool": 4 },
    });
  });

  test("cannot add answers beyond the limit of a question", () => {
    const many = Array.from({ length: ANSWERS_PER_QUESTION_MAX }, (_, place) => answer(`a${place}`, "x"));
    expect(save(written(MONEY, ...many), written(MONEY, answer("new", "y"))).full).toEqual([MONEY]);
  });

  test("reports what the helper does not own", () => {
    const sent = { [MONEY]: {}, [TEAM]: {}, nonsense: {} };
    expect(strayEntries([builtInInterview], sent, dana)).toEqual([TEAM, "nonsense"]);
    expect(strayEntries([builtInInterview], { [PROFILE]: {} }, luis)).toEqual([]);
    expect(strayEntries([builtInInterview], { [PROFILE]: {} }, { ...luis, seesAll: false })).toEqual([
      PROFILE,
    ]);
  });
});

describe("the interview of a helper", () => {
  const of = (interview: Interview, more: object = {}) =>
    interviewForHelper(interview, { sectionId: "money-admin", seesAll: false, notAsked: [], ...more });
  const idsIn = (interview: Interview | undefined) => interview && questionsOf(interview).map(({ id }) => id);

  test("has one section, and forms only with full access", () => {
    expect(idsIn(of(builtInInterview))).toEqual(["financial-management", "administrative-tasks"]);
    expect(idsIn(of(builtInInterview, { sectionId: "business-snapshot" }))).toEqual(["team-description"]);
    expect(idsIn(of(builtInInterview, { sectionId: "business-snapshot", seesAll: true }))).toEqual([
      "business-profile",
      "team-description",
      "current-tools",
    ]);
    expect(of(builtInInterview, { sectionId: "gone" })).toBeUndefined();
  });

  test("follows the conditions of the whole record, and evaluates only those that the helper can see", () => {
    const under = (question: string) => ({ showIf: { match: "all", tests: [{ question, is: "answered" }] } });
    const [, , , money] = builtInInterview.sections;
    if (!money) throw new Error("The section has moved");
    const [first, second] = money.questions;
    const hidden = { ...second, ...under("team-description") };
    const conditional = (showIf: object) =>
      ({ ...builtInInterview, sections: [{ ...money, ...showIf, questions: [first, hidden] }] }) as Interview;
    expect(idsIn(of(conditional({})))).toEqual([first?.id, second?.id]);
    expect(idsIn(of(conditional({}), { notAsked: [second?.id] }))).toEqual([first?.id]);
    const seen = { ...second, ...under(first?.id ?? "") };
    const live = { ...builtInInterview, sections: [{ ...money, questions: [first, seen] }] } as Interview;
    const [section] = of(live, { seesAll: true, notAsked: [second?.id] })?.sections ?? [];
    expect(section?.questions[1]).toEqual(seen);
    // a helper who cannot see the client's answers cannot know whether the first question was answered
    expect(idsIn(of(live, { notAsked: [second?.id] }))).toEqual([first?.id]);
    expect(of(conditional(under("website-info")))?.sections[0]).not.toHaveProperty("showIf");
  });

  test("a section with only forms has no question for a helper without full access", () => {
    expect(builtInInterview.sections.map(hasFreeAnswer)).toEqual([true, true, true, true, true, true]);
    expect(hasFreeAnswer({ questions: [{ kind: "yes-no", id: "a" }] as never })).toBe(false);
  });
});
