import fc from "fast-check";
import type { ClientRecord } from "#contract/record/record.ts";
import { anEvent, call, clientId, managerId, mostly, questionId, text } from "./pool.ts";
import { revision } from "./records.ts";

const act = fc.record({ clientId, questionId, managerId });
const many = fc.record({
  clientId,
  questionIds: fc.array(questionId, { minLength: 1, maxLength: 3 }),
  managerId,
});
const look = fc.record({ clientId, managerId, revision });
const noteId = mostly("no_0", "no_a", "no_f");
const version = mostly(1, 2, 3);

/** A mark as good as any: the storage does not decide what distinguishes contents. */
const mark = (record: ClientRecord | undefined) => record && JSON.stringify(record["website-form"]);
const marking = {
  mark: (_question: string, record: ClientRecord | undefined) => mark(record),
  questions: ["website-info"],
};
const marksOf = (record: ClientRecord) => [
  { question: "website-info", content: mark(record) ?? "", answers: null },
];

export const followUpCalls = {
  "followUps.ask": call(
    fc.record({ act, text, isMailed: fc.boolean() }),
    ({ storage }, { act: asked, text: words, isMailed }, at) =>
      storage.followUps.ask({ ...asked, at, text: words, isMailed }, [anEvent("question.asked-back", at)]),
  ),
  "followUps.withdraw": call(act, ({ storage }, args, at) =>
    storage.followUps.withdraw({ ...args, at }, [anEvent("question.taken-back", at)]),
  ),
  "followUps.approve": call(
    fc.record({ many, revision }),
    ({ storage }, { many: read, revision: seen }, at) =>
      storage.followUps.approve({ ...read, at, revision: seen, ...marking }, () =>
        anEvent("question.approved", at),
      ),
  ),
  "followUps.unapprove": call(many, ({ storage }, args, at) =>
    storage.followUps.unapprove({ ...args, at }, () => anEvent("question.unapproved", at)),
  ),
  "followUps.list": call(clientId, ({ storage }, id) => storage.followUps.list(id)),
  "followUps.listOpen": call(clientId, ({ storage }, id) => storage.followUps.listOpen(id)),
};

const readAt = fc.constantFrom(null, 0);

export const draftCalls = {
  "drafts.save": call(fc.record({ act, text, readAt }), ({ storage }, { act: by, ...draft }, at) =>
    storage.drafts.save({ ...by, ...draft, at }),
  ),
  "drafts.delete": call(act, ({ storage }, args) => storage.drafts.delete(args)),
  "drafts.list": call(act, ({ storage }, args) => storage.drafts.list(args)),
};

export const readingCalls = {
  "readMarkers.put": call(look, ({ storage }, args, at) => storage.readMarkers.put({ ...args, at, marksOf })),
  "readMarkers.find": call(look, ({ storage }, args) => storage.readMarkers.find(args)),
  "notes.add": call(fc.record({ noteId, clientId, managerId, text }), ({ storage }, note, at) =>
    storage.notes.add({ ...note, at }, [anEvent("note.added", at, { clientId: note.clientId })]),
  ),
  "notes.change": call(fc.record({ noteId, clientId, managerId, text, version }), ({ storage }, note, at) =>
    storage.notes.change({ ...note, at }, [anEvent("note.changed", at, { clientId: note.clientId })]),
  ),
  "notes.delete": call(
    fc.record({
      noteId,
      clientId,
      version,
      of: fc.oneof(fc.constant("everybody" as const), fc.record({ managerId })),
    }),
    ({ storage }, note, at) => storage.notes.delete(note, [anEvent("note.deleted", at)]),
  ),
  "notes.list": call(clientId, ({ storage }, id) => storage.notes.list(id)),
};
