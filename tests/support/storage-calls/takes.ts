import { hash } from "node:crypto";
import fc from "fast-check";
import type { TakeState } from "#contract/api/calls.ts";
import type { SettledState } from "../../../server/storage/records/transcripts.ts";
import { databaseAudio, PIECE_BYTES } from "../../../server/storage/takes/audio.ts";
import { dueJob, takeJobKey } from "./jobs.ts";
import {
  anEvent,
  call,
  clientId,
  life,
  mostly,
  plainCall,
  questionId,
  type Side,
  seldom,
  takeName,
  text,
  token,
  unordered,
  whole,
} from "./pool.ts";
import { composedOf } from "./records.ts";

const settled: SettledState[] = ["transcribed", "silent", "not-transcribed", "failed", "refused"];
const states: TakeState[] = ["receiving", "queued", ...settled];
const closing = fc.record({
  name: takeName,
  question: questionId,
  closingHash: fc.constantFrom("c1", "c2"),
  tokenHash: seldom(token),
  parts: mostly(1, 2, 3),
  isAudio: mostly(true, false),
});

async function readAll(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const read: Uint8Array[] = [];
  for await (const part of parts) read.push(part);
  return read;
}

export const partCalls = {
  "takes.receivePart": call(
    fc.record({
      name: takeName,
      part: mostly(0, 1, 2),
      text,
      beginsAsAudio: mostly(true, false),
      tokenHash: seldom(token),
    }),
    ({ storage }, { name, text: words, ...part }, at) =>
      storage.takes.receivePart({
        ...name,
        ...part,
        body: Buffer.from(words),
        sha256: hash("sha256", words),
        at,
      }),
  ),
  "takes.close": call(closing, ({ storage }, { name, parts, isAudio, ...facts }, at) =>
    storage.takes.close({
      ...name,
      ...facts,
      mimeType: "audio/webm",
      at,
      isWhole: (numbers) => numbers.length >= parts,
      beginsAsAudio: () => isAudio,
    }),
  ),
  "takes.readParts": call(takeName, ({ storage }, name) => readAll(storage.takes.readParts(name))),
  "takes.dropParts": call(
    fc.record({ name: takeName, limit: fc.integer({ min: 1, max: 2 }) }),
    ({ storage }, { name, limit }) => storage.takes.dropParts(name, limit),
  ),
};

export const takeCalls = {
  "takes.find": call(takeName, ({ storage }, name) => storage.takes.find(name)),
  "takes.findInWork": call(takeName, ({ storage }, name) => storage.takes.findInWork(name)),
  "takes.list": call(seldom(clientId), ({ storage }, id) => storage.takes.list(id)),
  "takes.requeue": call(
    fc.record({ name: takeName, from: fc.subarray(states) }),
    ({ storage }, { name, from }, at) => storage.takes.requeue(name, from, at),
  ),
  "takes.keepCopy": call(
    fc.record({ name: takeName, durationMs: whole, bytes: whole }),
    async (side, { name, ...copy }, at) =>
      side.storage.takes.keepCopy(await dueJob(side, takeJobKey(name), at), name, copy),
  ),
  "takes.settle": call(
    fc.record({
      name: takeName,
      state: fc.constantFrom(...settled),
      transcript: seldom(text),
      revised: seldom(text),
    }),
    async (side, { name, state, transcript, revised }, at) =>
      side.storage.takes.settle(await dueJob(side, takeJobKey(name), at), {
        name,
        at,
        state,
        ...(transcript !== undefined && { transcript }),
        ...(revised !== undefined && {
          revise: (record) => composedOf({ ...record, revised: { url: revised } }),
        }),
      }),
  ),
  "takes.softDelete": call(
    fc.record({ name: takeName, onlyIfDue: fc.boolean() }),
    ({ storage }, { name, onlyIfDue }, at) =>
      storage.takes.softDelete({ ...name, onlyIfDue, at }, [
        anEvent("take.dropped", at, { clientId: name.clientId }),
      ]),
  ),
  "takes.forget": call(takeName, ({ storage }, name) => storage.takes.forget(name)),
  "takes.listDue": call(
    fc.record({ later: life, limit: fc.integer({ min: 1, max: 4 }) }),
    ({ storage }, args, at) => storage.takes.listDue(at + args.later, args.limit),
  ),
};

const audioOf = ({ engine, seals }: Side) => databaseAudio(engine, seals);
const length = fc.constantFrom(0, 1, PIECE_BYTES, PIECE_BYTES + 1);

/** Calls for copies in the database, which are not part of the storage's interface. */
export const audioCalls = {
  putAudio: call(fc.record({ name: takeName, length }), (side, { name, length: bytes }) =>
    audioOf(side).put(name, Buffer.alloc(bytes, 7)),
  ),
  sizeOfAudio: call(takeName, (side, name) => audioOf(side).size(name)),
  readAudio: call(takeName, (side, name) => readAll(audioOf(side).read(name, { first: 0, last: 2 }))),
  dropAudio: call(takeName, (side, name) => audioOf(side).drop(name)),
  dropAudioOf: call(clientId, (side, id) => audioOf(side).dropAllOf(id)),
  listAudio: plainCall(async (side) => unordered(await audioOf(side).list())),
};
