import fc from "fast-check";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import type { Interview } from "#contract/interview/interview.ts";
import { OWN_INTERVIEW } from "../../../server/storage/engine/client-interview.ts";
import type { SeenDraft } from "../../../server/storage/interviews/interview-drafts.ts";
import { call, clientId, QUESTIONS } from "./pool.ts";

const interviewId = fc.constantFrom(OWN_INTERVIEW, "iv_a", "iv_b");
const name = fc.constantFrom("Bookkeeping", "BOOKKEEPING", "Salon");
/** One of two interviews; `b` asks a first question of another kind under the same name. */
const asked = fc.constantFrom("a", "b");
/** The draft that an editor started from. */
const seen = fc.constantFrom<SeenDraft>({ version: null }, { version: 1 }, { revision: 1, changedAt: 1 });
const interviews: { [which: string]: Interview } = {
  a: builtInInterview,
  b: {
    sections: [
      {
        id: "s",
        name: "S",
        minutes: 1,
        description: "S",
        questions: [
          { kind: "website", id: "w", entry: "booking-process", title: "W", prompt: "W?", sample: "w" },
        ],
      },
    ],
  },
};

export const interviewCalls = {
  "interviews.list": call(fc.constant(undefined), ({ storage }) => storage.interviews.list()),
  "interviews.listVersions": call(fc.constant(undefined), ({ storage }) => storage.interviews.listVersions()),
  "interviews.listDefinitions": call(fc.constant(undefined), ({ storage }) =>
    storage.interviews.listDefinitions(),
  ),
  "interviews.loadBody": call(
    fc.record({ interviewId, number: fc.constantFrom(1, 2) }),
    ({ storage }, { interviewId: id, number }) => storage.interviews.loadBody(id, number),
  ),
  "interviews.findOfClient": call(clientId, ({ storage }, id) => storage.interviews.findOfClient(id)),
  "interviews.assign": call(fc.record({ clientId, interviewId }), ({ storage }, args, at) =>
    storage.interviews.assign({ ...args, at }, []),
  ),
  "interviews.countFollowUps": call(
    fc.record({ interviewId, ids: fc.subarray(QUESTIONS) }),
    ({ storage }, { interviewId: id, ids }) => storage.interviews.countFollowUps(id, ids),
  ),
  "interviews.askSubmitted": call(
    fc.record({ interviewId, before: fc.constantFrom(1, 2, 3) }),
    ({ storage }, args) => storage.interviews.askSubmitted({ ...args, limit: 100 }),
  ),
  "interviews.publish": call(
    fc.record({ interviewId, which: asked, name: fc.option(name, { nil: undefined }) }),
    ({ storage }, { interviewId: id, which, name: named }, at) =>
      storage.interviews.publish({
        interviewId: id,
        body: { which },
        definitions: new Map([["en", { hash: which, interview: interviews[which] ?? builtInInterview }]]),
        ...(named !== undefined && id === OWN_INTERVIEW && { origin: { name: named, source: "file" } }),
        at,
      }),
  ),
  "interviews.add": call(name, ({ storage }, named, at) =>
    storage.interviews.add({ interviewId: named === "Salon" ? "iv_b" : "iv_a", name: named, at }, []),
  ),
  "interviews.countClients": call(fc.constant(undefined), async ({ storage }) =>
    [...(await storage.interviews.countClients())].sort(),
  ),
  "interviews.countWaiting": call(interviewId, ({ storage }, id) => storage.interviews.countWaiting(id)),
  "interviews.listDrafts": call(fc.constant(undefined), async ({ storage }) =>
    [...(await storage.interviews.listDrafts())].sort(),
  ),
  "interviews.findDraft": call(interviewId, ({ storage }, id) => storage.interviews.findDraft(id)),
  "interviews.putDraft": call(
    fc.record({ interviewId, words: fc.constantFrom("one", "two") }),
    ({ storage }, { interviewId: id, words }, at) =>
      storage.interviews.putDraft({ interviewId: id, body: { words }, at, by: "operator" }),
  ),
  "interviews.writeDraft": call(fc.record({ interviewId, seen }), ({ storage }, args, at) =>
    storage.interviews.writeDraft(
      { interviewId: args.interviewId, body: { words: "three" }, at, by: "operator" },
      args.seen,
    ),
  ),
  "interviews.discardDraft": call(fc.record({ interviewId, seen }), ({ storage }, args) =>
    storage.interviews.discardDraft(args, []),
  ),
  "interviews.change": call(
    fc.record({
      interviewId,
      name: fc.option(name, { nil: undefined }),
      isDefault: fc.constantFrom(true as const, undefined),
      isRetired: fc.option(fc.boolean(), { nil: undefined }),
      isTakenOver: fc.constantFrom(true as const, undefined),
    }),
    ({ storage }, change, at) => storage.interviews.change({ ...change, at }, () => []),
  ),
  "interviews.remove": call(interviewId, ({ storage }, id) => storage.interviews.remove(id, [])),
  "interviews.countSubmitted": call(interviewId, async ({ storage }, id) =>
    [...(await storage.interviews.countSubmitted(id))].sort(),
  ),
  "interviews.listEntryNames": call(fc.constant(undefined), async ({ storage }) =>
    [...(await storage.interviews.listEntryNames())].sort(),
  ),
};
