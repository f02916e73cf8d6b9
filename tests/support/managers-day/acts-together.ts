import type { FollowUps } from "#contract/manage/follow-ups.ts";
import { card, expect } from "../browser/journey.ts";
import type { Act } from "./acts-of-work.ts";
import { saveAnswer } from "./client-side.ts";
import { addAnswer, draftKey, note, type Question, type QuestionId, stateOf } from "./model.ts";
import {
  type At,
  answerTo,
  chooseQuestion,
  draftAt,
  openClient,
  pressApprove,
  pressSend,
  typeFollowUp,
} from "./moves.ts";
import { type Desk, type Office, send } from "./office.ts";

/** Two managers, or a manager and the client, act on the same answer at the same moment. */

/** Brings the client's own manager and the administrator to the client whose brief is due. */
async function sitTogether(
  office: Office,
  holds: (question: Question, isFree: boolean) => boolean,
): Promise<{ one: Desk; other: Desk; at: At } | undefined> {
  const { due: client, desks } = office;
  const [one] = desks;
  const other = desks.find(({ manager }) => manager.managerId === client.ownerId);
  if (!one || !other) return;
  for (const desk of [one, other]) await openClient(office, desk, client);
  const isFree = (id: QuestionId) =>
    [one, other].every(({ manager }) => !office.drafts.has(draftKey(manager, client, id)));
  const at = chooseQuestion(office, client, (question, id) => holds(question, isFree(id)));
  return at && (office.random() < 0.5 ? { one, other, at } : { one: other, other: one, at });
}

const isApprovable = (question: Question) => stateOf(question) !== "approved";
const isAskable = (question: Question) => stateOf(question) !== "asked-back";

/** Both acts succeed, in the order of the server; the later one decides the state of the question. */
const approveAndFollowUp: Act = async (office) => {
  const found = await sitTogether(office, (question) => isApprovable(question) && isAskable(question));
  if (!found) return undefined;
  const { one, other, at } = found;
  const text = await typeFollowUp(office, other, at);
  const answers = await Promise.all([
    answerTo(one.page, /\/approval$/, () => pressApprove(one, at)),
    answerTo(other.page, /\/follow-up$/, () => pressSend(other, at)),
  ]);
  const doneAt = performance.now();
  expect(answers.map((answer) => answer.status())).toEqual([200, 200]);
  const approval = { kind: "approved", by: one.manager.name, text: null } as const;
  const followUp = { kind: "asked-back", by: other.manager.name, text } as const;
  const [before, last] = (await storedEntries(one, at)).slice(-2);
  expect([before?.kind, last?.kind].toSorted()).toEqual(["approved", "asked-back"]);
  for (const entry of last?.kind === "approved" ? [followUp, approval] : [approval, followUp])
    note(at.question, entry);
  office.drafts.delete(draftKey(other.manager, at.client, at.id));
  return doneAt;
};

/** Only one follow-up is sent, since only one can be open. The other manager's words stay in the box. */
const followUpTwice: Act = async (office) => {
  const found = await sitTogether(office, isAskable);
  if (!found) return undefined;
  const { at } = found;
  const desks = [found.one, found.other];
  for (const desk of desks) await typeFollowUp(office, desk, at);
  const answers = await Promise.all(
    desks.map((desk) => answerTo(desk.page, /\/follow-up$/, () => pressSend(desk, at))),
  );
  const doneAt = performance.now();
  const statuses = answers.map((answer) => answer.status());
  expect(statuses.toSorted()).toEqual([200, 409]);
  const [first, late] = statuses[0] === 200 ? desks : desks.toReversed();
  if (!first || !late) return undefined;
  await expect(card(late.page, at.id).getByText("already has an open follow-up")).toBeVisible();
  note(at.question, { kind: "asked-back", by: first.manager.name, text: draftAt(office, first, at) });
  office.drafts.delete(draftKey(first.manager, at.client, at.id));
  return doneAt;
};

/** The question is approved once, by the manager who was first. */
const approveTwice: Act = async (office) => {
  const found = await sitTogether(office, isApprovable);
  if (!found) return undefined;
  const { at } = found;
  const desks = [found.one, found.other];
  const answers = await Promise.all(
    desks.map((desk) => answerTo(desk.page, /\/approval$/, () => pressApprove(desk, at))),
  );
  const doneAt = performance.now();
  expect(answers.map((answer) => answer.status())).toEqual([200, 200]);
  const by = (await storedEntries(found.one, at)).at(-1)?.managerName ?? null;
  expect(desks.map(({ manager }) => manager.name)).toContain(by);
  note(at.question, { kind: "approved", by, text: null });
  return doneAt;
};

/**
 * A manager never approves what they have not read: either the answer came later, or the page shows that it changed.
 */
const approveWhileClientAnswers: Act = async (office) => {
  const found = await sitTogether(office, isApprovable);
  if (!found) return undefined;
  const { one, at } = found;
  const { client, id: question } = at;
  const text = office.newText();
  const [answer] = await Promise.all([
    answerTo(one.page, /\/approval$/, () => pressApprove(one, at)),
    saveAnswer(office.site.url, { accessKey: client.accessKey, question, text }),
  ]);
  const doneAt = performance.now();
  expect([200, 409]).toContain(answer.status());
  const approval = { kind: "approved", by: one.manager.name, text: null } as const;
  if (answer.status() === 200) note(at.question, approval);
  else await expect(card(one.page, at.id).getByText("The answer changed")).toBeVisible();
  addAnswer(at.question, text, null);
  return doneAt;
};

async function storedEntries(desk: Desk, { client, id }: At) {
  const { followUps } = (await send(desk, "GET", `/clients/${client.clientId}/follow-ups`)) as FollowUps;
  return followUps.find(({ question }) => question === id)?.entries ?? [];
}

export const actsTogether = {
  approveAndFollowUp,
  followUpTwice,
  approveTwice,
  approveWhileClientAnswers,
};
