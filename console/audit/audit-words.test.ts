import { beforeEach, describe, expect, test } from "vitest";
import type { AuditLine } from "#contract/manage/audit.ts";
import { eventKinds } from "#contract/manage/audit-kinds.ts";
import en from "#contract/messages/console/en.json?compiled";
import es from "#contract/messages/console/es.json?compiled";
import { activateLanguage, addWords } from "../../web/ui/language/spoken-language.ts";
import { factNames } from "../clients/fact-names.ts";
import { actorName, mailName, type SentencePart, sentenceParts } from "./audit-words.ts";

addWords("en", en);
addWords("es", es);
beforeEach(() => activateLanguage("en"));

const line: AuditLine = {
  eventId: "ev_1",
  at: "2026-11-25T12:00:00Z",
  kind: "",
  actor: "mg_1",
  actorName: "Mia Lopes",
  clientId: null,
  clientName: null,
  managerId: null,
  managerName: null,
  keyId: null,
  detail: null,
  address: null,
  device: null,
  requestId: null,
};
const client = { clientId: "cl_1", clientName: "Rosa's Bakery" };

const textOf = (parts: SentencePart[]) =>
  parts.map((part) => ("words" in part ? part.words : `<${part.blank}>`)).join("");
const said = (kind: (typeof eventKinds)[number], facts: Partial<AuditLine> = {}) =>
  textOf(sentenceParts({ ...line, ...facts, kind }));

describe.each(["en", "es"] as const)("in %s", (language) => {
  test.each(eventKinds)("%s has a sentence", (kind) => {
    activateLanguage(language);
    for (const facts of [{}, client, { actor: "nobody", actorName: null, detail: "x" }]) {
      const sentence = said(kind, facts);
      expect(sentence).toMatch(/\p{L}{3}/u);
      expect(sentence).not.toContain("audit.did");
      expect(sentence).not.toMatch(/[{}\ue000\ue001]/u);
    }
  });
});

test.each<[Parameters<typeof said>, string]>([
  [["mail.asked-for", { ...client, detail: "invitation" }], "<who> invited <client>"],
  [["mail.asked-for", { ...client, detail: "follow-up" }], "<who> sent <client> an email: <what>"],
  [["mail.sent", { detail: "ml_1 digest" }], "Email sent: <what>"],
  [["mail.sent", { ...client, detail: "ml_1 digest" }], "Email sent about <client>: <what>"],
  [["key.issued", { ...client, detail: "mailed" }], "<who> created a sign-in link for <client>"],
  [["key.issued", { ...client, detail: "passkey" }], "<who> added a device lock for <client>"],
  [["key.issued", { ...client, detail: "helper" }], "<who> asked someone to answer a section for <client>"],
  [["key.issued", { ...client, detail: "hand-over" }], "<who> made a code for another device for <client>"],
  [["key.issued", client], "<who> created an access key for <client>"],
  [["session.ended", { ...client, actor: "cl_1" }], "<who> signed out"],
  [["session.ended", client], "<who> ended a session of <client>"],
  [["manager.refused", { actor: "nobody", managerId: "mg_2" }], "<who> failed to sign in as <manager>"],
  [["manager.refused", { actor: "nobody" }], "<who> failed to sign in as <manager>"],
  [["manager.refused", {}], "<who> entered a wrong password or code"],
  [["manager.sessions-ended", { managerId: "mg_2" }], "<who> ended the sessions of <manager>"],
  [["manager.sessions-ended", {}], "<who> ended their other sessions"],
])("%j", (event, sentence) => {
  expect(said(...event)).toBe(sentence);
});

test.each<[Partial<AuditLine>, string]>([
  [{}, "Mia Lopes"],
  [{ actor: "operator", actorName: null }, "An operator on the server"],
  [{ actor: "nobody", actorName: null, address: "192.0.2.0/24" }, "Someone"],
  [{ actor: "nobody", actorName: null }, "The server"],
  [{ actor: "cl_1", actorName: null, clientId: "cl_1" }, "an erased client"],
  [{ actor: "mg_gone", actorName: null }, "mg_gone"],
])("who did it: %j", (facts, name) => {
  expect(actorName({ ...line, ...facts })).toBe(name);
});

test("known mails and client facts are shown by familiar names, and unknown ones unchanged", () => {
  expect(mailName({ ...line, detail: "ml_1 stuck refused" })).toBe("Client stalled");
  expect(mailName({ ...line, detail: "constructor" })).toBe("constructor");
  expect(factNames(["dueOn", "email", "later"])).toEqual(["due date", "email", "later"]);
});
