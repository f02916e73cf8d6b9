import { dialog, pressInMenu } from "../browser/console-journey.ts";
import { card, expect } from "../browser/journey.ts";
import { saveAnswer } from "./client-side.ts";
import { addAnswer, draftKey, note, stateOf } from "./model.ts";
import {
  chooseClient,
  chooseQuestion,
  oneOf,
  openClient,
  pressAndSend,
  pressApprove,
  pressInQuestionMenu,
  pressSend,
  typeFollowUp,
} from "./moves.ts";
import type { Desk, Office } from "./office.ts";

/** What a manager does about a client; each act updates the model once the server has answered. */

/** Returns when the act was done, by `performance.now`; undefined if nothing was there to act on. */
export type Act = (office: Office, desk: Desk) => Promise<number | undefined>;

async function goToClient(office: Office, desk: Desk) {
  const client = chooseClient(office, desk);
  if (client) await openClient(office, desk, client);
  return client;
}

const beginNote: Act = async (office, desk) => {
  const client = await goToClient(office, desk);
  if (!client) return undefined;
  const key = draftKey(desk.manager, client, "note");
  const text = `${office.drafts.get(key) ?? ""} ${office.newText()}`.trim();
  await desk.page.getByLabel("New note").fill(text);
  office.drafts.set(key, text);
  return performance.now();
};

const addNote: Act = async (office, desk) => {
  if (!(await beginNote(office, desk)) || desk.place.kind !== "client") return undefined;
  const { client } = desk.place;
  const key = draftKey(desk.manager, client, "note");
  const add = desk.page.getByRole("button", { name: "Add note" });
  const doneAt = await pressAndSend(desk.page, /\/notes$/, () => add.click());
  client.notes.unshift({ by: desk.manager.name, text: office.drafts.get(key) ?? "" });
  office.drafts.delete(key);
  return doneAt;
};

const changeNote: Act = async (office, desk) => {
  const client = await goToClient(office, desk);
  const own = client?.notes.find(({ by }) => by === desk.manager.name);
  if (!own) return addNote(office, desk);
  const shown = desk.page.getByRole("listitem").filter({ hasText: own.text });
  await shown.getByRole("button", { name: /^Edit/ }).click();
  const text = office.newText();
  const form = desk.page.getByRole("list", { name: "Notes" }).locator("form");
  await form.getByRole("textbox").fill(text);
  const save = form.getByRole("button", { name: "Save", exact: true });
  const doneAt = await pressAndSend(desk.page, /\/notes\/[^/]+$/, () => save.click());
  own.text = text;
  return doneAt;
};

const beginFollowUp: Act = async (office, desk) => {
  const client = await goToClient(office, desk);
  const at = client && chooseQuestion(office, client, (question) => stateOf(question) !== "asked-back");
  if (!at) return undefined;
  await typeFollowUp(office, desk, at);
  return performance.now();
};

const sendFollowUp: Act = async (office, desk) => {
  const client = await goToClient(office, desk);
  const at = client && chooseQuestion(office, client, (question) => stateOf(question) !== "asked-back");
  if (!at) return undefined;
  const text = await typeFollowUp(office, desk, at);
  const doneAt = await pressAndSend(desk.page, /\/follow-up$/, () => pressSend(desk, at));
  note(at.question, { kind: "asked-back", by: desk.manager.name, text });
  office.drafts.delete(draftKey(desk.manager, at.client, at.id));
  return doneAt;
};

/** Skips questions with a draft, because they show the form in place of the button. */
const withdrawFollowUp: Act = async (office, desk) => {
  const client = await goToClient(office, desk);
  const at =
    client &&
    chooseQuestion(
      office,
      client,
      (question, id) =>
        stateOf(question) === "asked-back" && !office.drafts.has(draftKey(desk.manager, client, id)),
    );
  if (!at) return sendFollowUp(office, desk);
  const withdraw = card(desk.page, at.id).getByRole("button", { name: /^Withdraw/ });
  const doneAt = await pressAndSend(desk.page, /\/follow-up$/, () => withdraw.click());
  note(at.question, { kind: "taken-back", by: desk.manager.name, text: null });
  return doneAt;
};

/** Continues a begun answer or begins one; returns which answer it is. */
async function typeAnswer(office: Office, desk: Desk) {
  const client = await goToClient(office, desk);
  const at = client && chooseQuestion(office, client, () => true);
  if (!at) return undefined;
  const key = draftKey(desk.manager, client, `answer to ${at.id}`);
  const begun = office.drafts.get(key) ?? "";
  const text = `${begun} ${office.newText()}`.trim();
  await pressInQuestionMenu(desk, at, "Answer for them");
  const box = dialog(desk.page).getByLabel("Their answer");
  await expect(box).toHaveValue(begun);
  await box.fill(text);
  office.drafts.set(key, text);
  return { ...at, key, text };
}

const beginAnswer: Act = async (office, desk) => {
  if (!(await typeAnswer(office, desk))) return undefined;
  await desk.page.keyboard.press("Escape");
  await expect(dialog(desk.page)).toHaveCount(0);
  return performance.now();
};

const answerForThem: Act = async (office, desk) => {
  const typed = await typeAnswer(office, desk);
  if (!typed) return undefined;
  const save = dialog(desk.page).getByRole("button", { name: "Save answer" });
  const doneAt = await pressAndSend(desk.page, /\/answers\/[^/]+$/, () => save.click());
  addAnswer(typed.question, typed.text, desk.manager.name);
  office.drafts.delete(typed.key);
  await expect(dialog(desk.page)).toHaveCount(0);
  return doneAt;
};

const approve: Act = async (office, desk) => {
  const client = await goToClient(office, desk);
  const at = client && chooseQuestion(office, client, (question) => stateOf(question) !== "approved");
  if (!at) return undefined;
  const doneAt = await pressAndSend(desk.page, /\/approval$/, () => pressApprove(desk, at));
  note(at.question, { kind: "approved", by: desk.manager.name, text: null });
  return doneAt;
};

const undoApproval: Act = async (office, desk) => {
  const client = await goToClient(office, desk);
  const at = client && chooseQuestion(office, client, ({ approvedAnswers }) => approvedAnswers !== undefined);
  if (!at) return approve(office, desk);
  const doneAt = await pressAndSend(desk.page, /\/approval$/, () =>
    pressInQuestionMenu(desk, at, "Undo approval"),
  );
  note(at.question, { kind: "unapproved", by: desk.manager.name, text: null });
  return doneAt;
};

/** Changes phone, own field and a tag at once. */
const changeContact: Act = async (office, desk) => {
  const client = await goToClient(office, desk);
  if (!client) return undefined;
  const [phone, doorbell, tag] = [`555 ${office.newText()}`, office.newText(), office.newText()];
  const { page } = desk;
  await page.getByRole("button", { name: "Edit details" }).click();
  await dialog(page).getByLabel("Phone").fill(phone);
  await dialog(page).getByLabel("Doorbell").fill(doorbell);
  await dialog(page).getByLabel("Tags", { exact: true }).fill(tag);
  const save = dialog(page).getByRole("button", { name: "Save" });
  const doneAt = await pressAndSend(page, /\/clients\/[^/]+$/, () => save.click());
  Object.assign(client, { phone, doorbell, tags: [...client.tags, tag] });
  await expect(dialog(page)).toHaveCount(0);
  return doneAt;
};

/** Only an administrator can assign clients, so this act uses the administrator's desk. */
const assign: Act = async (office) => {
  const [ada] = office.desks;
  const client = ada && (await goToClient(office, ada));
  const owner = oneOf(
    office,
    office.managers.filter(({ role, managerId }) => role === "manager" && managerId !== client?.ownerId),
  );
  if (!ada || !client || !owner) return undefined;
  await ada.page.getByRole("button", { name: "Edit details" }).click();
  const choice = dialog(ada.page).getByLabel("Account manager");
  await choice.selectOption(`${owner.name} (${owner.email})`);
  const save = dialog(ada.page).getByRole("button", { name: "Save" });
  const doneAt = await pressAndSend(ada.page, /\/clients\/[^/]+$/, () => save.click());
  client.ownerId = owner.managerId;
  await expect(dialog(ada.page)).toHaveCount(0);
  return doneAt;
};

/** The mail goes later, because an invitation can be undone for a while. */
const inviteClient: Act = async (office, desk) => {
  const client = await goToClient(office, desk);
  if (!client) return undefined;
  await pressInMenu(desk.page, "More", "Send invite");
  const words = office.newText();
  await dialog(desk.page).getByLabel("Personal message").fill(words);
  await dialog(desk.page).getByRole("button", { name: "Send invite" }).click();
  await expect(dialog(desk.page)).toHaveCount(0);
  office.invitations.push(words);
  return performance.now();
};

const CLIENT_SUBMITS = 0.3;

/** A client's act, not a manager's: clients answer while their managers work. */
const clientAnswers: Act = async (office) => {
  const client = oneOf(office, office.clients);
  const at = client && chooseQuestion(office, client, () => true);
  if (!at) return undefined;
  const text = office.newText();
  const submit = office.random() < CLIENT_SUBMITS;
  await saveAnswer(office.site.url, { accessKey: at.client.accessKey, question: at.id, text, submit });
  const doneAt = performance.now();
  addAnswer(at.question, text, null);
  at.client.isSubmitted ||= submit;
  return doneAt;
};

export const actsOfWork = {
  beginNote,
  addNote,
  changeNote,
  beginFollowUp,
  sendFollowUp,
  withdrawFollowUp,
  beginAnswer,
  answerForThem,
  approve,
  undoApproval,
  changeContact,
  assign,
  inviteClient,
  clientAnswers,
};
