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
  receivePart: call(
    fc.record({
      name: takeName,
      part: mostly(0, 1, 2),
      text,
      beginsAsAudio: mostly(true, false),
      tokenHash: seldom(token),
    }),
    ({ storage }, { name, text: words, ...part }, at) =>
      storage.receivePart({ ...name, ...part, body: Buffer.from(words), sha256: hash("sha256", words), at }),
  ),
  closeTake: call(closing, ({ storage }, { name, parts, isAudio, ...told }, at) =>
    storage.closeTake({
      ...name,
      ...told,
      mimeType: "audio/webm",
      at,
      isWhole: (numbers) => numbers.length >= parts,
      beginsAsAudio: () => isAudio,
    }),
  ),
  readParts: call(takeName, ({ storage }, name) => readAll(storage.readParts(name))),
  dropParts: call(
    fc.record({ name: takeName, limit: fc.integer({ min: 1, max: 2 }) }),
    ({ storage }, { name, limit }) => storage.dropParts(name, limit),
  ),
};

export const takeCalls = {
  findTake: call(takeName, ({ storage }, name) => storage.findTake(name)),
  findTakeInWork: call(takeName, ({ storage }, name) => storage.findTakeInWork(name)),
  listTakes: call(seldom(clientId), ({ storage }, id) => storage.listTakes(id)),
  requeueTake: call(
    fc.record({ name: takeName, from: fc.subarray(states) }),
    ({ storage }, { name, from }, at) => storage.requeueTake(name, from, at),
  ),
  keepCopy: call(
    fc.record({ name: takeName, durationMs: whole, bytes: whole }),
    async (side, { name, ...copy }, at) =>
      side.storage.keepCopy(await dueJob(side, takeJobKey(name), at), name, copy),
  ),
  settleTake: call(
    fc.record({
      name: takeName,
      state: fc.constantFrom(...settled),
      transcript: seldom(text),
      revised: seldom(text),
    }),
    async (side, { name, state, transcript, revised }, at) =>
      side.storage.settleTake(await dueJob(side, takeJobKey(name), at), {
        name,
        at,
        state,
        ...(transcript !== undefined && { transcript }),
        ...(revised !== undefined && {
          revise: (record) => composedOf({ ...record, revised: { url: revised } }),
        }),
      }),
  ),
  condemnTake: call(
    fc.record({ name: takeName, onlyIfDue: fc.boolean() }),
    ({ storage }, { name, onlyIfDue }, at) =>
      storage.condemnTake({ ...name, onlyIfDue, at }, [
        anEvent("take.dropped", at, { clientId: name.clientId }),
      ]),
  ),
  forgetTake: call(takeName, ({ storage }, name) => storage.forgetTake(name)),
  listDueTakes: call(
    fc.record({ later: life, limit: fc.integer({ min: 1, max: 4 }) }),
    ({ storage }, args, at) => storage.listDueTakes(at + args.later, args.limit),
  ),
};

const audioOf = ({ engine, seals }: Side) => databaseAudio(engine, seals);
const length = fc.constantFrom(0, 1, PIECE_BYTES, PIECE_BYTES + 1);

/** The copies that lie in the database, which are no part of the storage's interface. */
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
