import fc from "fast-check";
import type { ClientRecord } from "#contract/record/record.ts";
import { anEvent, call, clientId, managerId, mostly, questionId, text } from "./pool.ts";
import { revision } from "./records.ts";

const act = fc.record({ clientId, questionId, managerId });
const look = fc.record({ clientId, managerId, revision });
const noteId = mostly("no_0", "no_a", "no_f");
const version = mostly(1, 2, 3);

/** As good as any: what tells contents apart is not for the storage to say. */
const mark = (record: ClientRecord | undefined) => record && JSON.stringify(record["website-form"]);
const marksOf = (record: ClientRecord) => [
  { question: "website-info", content: mark(record) ?? "", answers: null },
];

export const threadCalls = {
  askBack: call(fc.record({ act, text }), ({ storage }, { act: asked, text: words }, at) =>
    storage.askBack({ ...asked, at, text: words }, [anEvent("question.asked-back", at)]),
  ),
  takeAskBack: call(act, ({ storage }, args, at) =>
    storage.takeAskBack({ ...args, at }, [anEvent("question.taken-back", at)]),
  ),
  approveAnswers: call(fc.record({ act, revision }), ({ storage }, { act: read, revision: seen }, at) =>
    storage.approveAnswers({ ...read, at, revision: seen, mark }, [anEvent("question.approved", at)]),
  ),
  unapproveAnswers: call(act, ({ storage }, args, at) =>
    storage.unapproveAnswers({ ...args, at }, [anEvent("question.unapproved", at)]),
  ),
  listThreads: call(clientId, ({ storage }, id) => storage.listThreads(id)),
  listAskedBack: call(clientId, ({ storage }, id) => storage.listAskedBack(id)),
};

export const readingCalls = {
  noteLook: call(look, ({ storage }, args, at) => storage.noteLook({ ...args, at, marksOf })),
  findLook: call(look, ({ storage }, args) => storage.findLook(args)),
  addNote: call(fc.record({ noteId, clientId, managerId, text }), ({ storage }, note, at) =>
    storage.addNote({ ...note, at }, [anEvent("note.added", at, { clientId: note.clientId })]),
  ),
  changeNote: call(fc.record({ noteId, clientId, managerId, text, version }), ({ storage }, note, at) =>
    storage.changeNote({ ...note, at }, [anEvent("note.changed", at, { clientId: note.clientId })]),
  ),
  deleteNote: call(
    fc.record({
      noteId,
      clientId,
      version,
      of: fc.oneof(fc.constant("everybody" as const), fc.record({ managerId })),
    }),
    ({ storage }, note, at) => storage.deleteNote(note, [anEvent("note.deleted", at)]),
  ),
  listNotes: call(clientId, ({ storage }, id) => storage.listNotes(id)),
};
