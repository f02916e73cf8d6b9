import { setImmediate } from "node:timers/promises";
import {
  compareVersions,
  type NamedQuestion,
  type VersionChanges,
} from "#contract/interview/compare-versions.ts";
import { type EntryPlace, entryPlaces } from "#contract/interview/interview.ts";
import { type Entry, kindNamed } from "#contract/interview/kinds/kinds.ts";
import { type ClientRecord, hasContent } from "#contract/record/record.ts";
import type { SummarizedRecord } from "../storage/records/summaries.ts";
import type { Storage } from "../storage/storage.ts";
import type { Definitions, InterviewVersion } from "./definition.ts";
import type { InterviewBook } from "./interview-book.ts";

const RECORDS_MAX = 5_000;
const TIME_MAX_MS = 10_000;
const AT_ONCE = 50;

type CountedQuestion = NamedQuestion & { clients: number };

/** What publishing would change, and for how many clients. Nothing is ever deleted. */
export type PublishPreview = {
  changes: VersionChanges;
  /** The number of clients who would continue with the new version. */
  underWay: number;
  /** The number of clients who would stay on the version that they submitted, unless they are asked again. */
  submitted: number;
  /** Removed questions, with the number of clients who answered them: these answers move to "Earlier questions". */
  answered: CountedQuestion[];
  /** Kept questions with removed options, with the number of clients who chose one: it stays chosen. */
  chosen: CountedQuestion[];
  /** Open follow-ups about removed questions. */
  followUps: number;
  /** The number of records examined, and whether these were all. */
  records: number;
  isWhole: boolean;
};

type PreviewContext = {
  storage: Pick<Storage, "interviews" | "records">;
  book: Pick<InterviewBook, "catalog" | "current">;
  /** Epoch milliseconds. */
  clock: () => number;
};
type Planned = { interviewId: string; definitions: Definitions; asksSubmitted: boolean };

/** A dry run with the same functions as saves. If there are many records, it examines only some of them. */
export async function previewPublish(context: PreviewContext, planned: Planned): Promise<PublishPreview> {
  const { storage, book, clock } = context;
  const { interviewId, definitions, asksSubmitted } = planned;
  const before = isPublished(book, interviewId) ? book.current(interviewId) : undefined;
  const changes = compareVersions(interviewsOf(before?.definitions ?? new Map()), interviewsOf(definitions));
  const waiting = await storage.interviews.countWaiting(interviewId);
  const followUps = await storage.interviews.countFollowUps(
    interviewId,
    changes.removed.map(({ id }) => id),
  );
  const counts = counting(before, definitions);
  const until = clock() + TIME_MAX_MS;
  let records = 0;
  let after = "";
  for (;;) {
    const some = await storage.records.listSummarized({ interviewId, after, limit: AT_ONCE });
    const last = some.at(-1);
    const isWhole = last === undefined;
    if (isWhole || records >= RECORDS_MAX || clock() > until)
      return { changes, ...waiting, ...counts.result(), followUps, records, isWhole };
    for (const each of some) if (asksSubmitted || !each.hasSubmitted) counts.look(each);
    records += some.length;
    after = last.clientId;
    // lets requests run between batches
    await setImmediate();
  }
}

function isPublished(book: PreviewContext["book"], interviewId: string): boolean {
  const entry = book.catalog().find((each) => each.interviewId === interviewId);
  return entry !== undefined && entry.currentVersion !== null;
}

function interviewsOf(definitions: Definitions) {
  return new Map([...definitions].map(([language, { interview }]) => [language, interview]));
}

function counting(before: InterviewVersion | undefined, definitions: Definitions) {
  const [asked] = definitions.values();
  const none: ReadonlyMap<string, EntryPlace> = new Map();
  const was = before ? entryPlaces(before.asked.interview) : none;
  const is = asked ? entryPlaces(asked.interview) : none;
  const answered = counter();
  const chosen = counter();

  /** The question of an answered entry that the new version removes. */
  function goneWith(name: string, entry: Entry): NamedQuestion | undefined {
    return is.has(name) || !hasAnswer(name, entry) ? undefined : was.get(name)?.question;
  }

  /** The question of an entry with a choice that is no longer offered. */
  function keepingWith(name: string, entry: Entry): NamedQuestion | undefined {
    const place = is.get(name);
    return place && kindNamed(place.kind).carryOver?.(place.question, entry, undefined) && place.question;
  }

  return {
    look({ record = {} }: SummarizedRecord): void {
      const entries = Object.entries(record);
      answered.add(entries.map(([name, entry]) => goneWith(name, entry)));
      chosen.add(entries.map(([name, entry]) => keepingWith(name, entry)));
    },
    result: () => ({ answered: answered.counted(), chosen: chosen.counted() }),
  };
}

/** Counts each question once per client, however many entries it has. */
function counter() {
  const all = new Map<string, CountedQuestion>();
  return {
    add(questions: (NamedQuestion | undefined)[]): void {
      const ofClient = new Map(questions.flatMap((question) => (question ? [[question.id, question]] : [])));
      for (const { id, title } of ofClient.values())
        all.set(id, { id, title, clients: (all.get(id)?.clients ?? 0) + 1 });
    },
    counted: () => [...all.values()],
  };
}

function hasAnswer(name: string, entry: Entry): boolean {
  return hasContent({ [name]: entry } as ClientRecord);
}
