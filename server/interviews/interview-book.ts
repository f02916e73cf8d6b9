import type { FastifyBaseLogger } from "fastify";
import { type Interview, questionsOf } from "#contract/interview/interview.ts";
import type { Language } from "#contract/languages.ts";
import { recordSchema } from "#contract/record/record.ts";
import { poll } from "../runtime/poll.ts";
import type { ClientInterview } from "../storage/engine/client-interview.ts";
import type { StoredDefinition } from "../storage/interviews/catalog-rows.ts";
import type { CatalogEntry, ListedVersion } from "../storage/interviews/interviews.ts";
import type { Storage } from "../storage/storage.ts";
import { type Definition, definitionsOf, type InterviewVersion, versionOf } from "./definition.ts";

/** `publishedAt`: when the current version was published; null before the first. */
export type ListedInterview = CatalogEntry & { publishedAt: number | null };

/** Every version of every interview. Each version is always represented by the same object. */
export type InterviewBook = {
  /** Every interview, starting with the one for new clients. */
  catalog(): readonly ListedInterview[];
  /** An interview's current version; if none is named or it is unknown, that of the interview for new clients. */
  current(interviewId?: string): InterviewVersion;
  /** The version that a client answers. */
  of(client: ClientInterview): Promise<InterviewVersion>;
  /** The same for background work. For a client who no longer exists, any version will do. */
  ofClient(clientId: string): Promise<InterviewVersion>;
  /** The version from memory, without reading the database. Throws if it is unknown. */
  known(client: ClientInterview): InterviewVersion;
  /** Undefined if no version has this hash. */
  definition(hash: string): Promise<Definition | undefined>;
  /** Every interview ever asked here, newest last; in the given language if it was offered in it. */
  everAsked(language?: Language): Interview[];
  /** Ids of all questions in any version of the interview. */
  askedIn(interviewId: string): string[];
  /** Parses the data of a save, which may come from a browser that shows any version. */
  readSave(version: InterviewVersion, data: unknown): Promise<ParsedSave>;
  /** Reads the stored interviews now, for example after a change. */
  refresh(): Promise<void>;
};

type SaveSchema = ReturnType<typeof recordSchema>;
export type ParsedSave = ReturnType<SaveSchema["safeParse"]>;
type Catalog = Pick<Storage, "interviews">;

/** A snapshot of what the book knows. */
type BookSnapshot = {
  /** Equal if nothing has changed. */
  mark: string;
  catalog: readonly ListedInterview[];
  current: InterviewVersion;
  versions: ReadonlyMap<string, InterviewVersion>;
  /** By hash, as stored. */
  interviews: ReadonlyMap<string, Interview>;
  /** The definitions of all versions, by hash. */
  definitions: ReadonlyMap<string, Definition>;
  /** In order of publishing. Interviews of earlier releases have no version and come first. */
  asked: readonly (Interview | InterviewVersion)[];
  schemas: WeakMap<InterviewVersion, SaveSchema>;
};

/**
 * Reads every version. Until a server's first start has published one, `provided` is used. Rejects with
 * StorageUnavailable.
 */
export async function openInterviewBook(
  { interviews }: Catalog,
  provided: ReadonlyMap<Language, Interview>,
): Promise<InterviewBook> {
  const unpublished = versionOf({ interviewId: "", number: null }, definitionsOf(provided));
  let known = await read();
  let reading: Promise<void> | undefined;

  async function read(before?: BookSnapshot): Promise<BookSnapshot> {
    const entries = await interviews.list();
    const listed = await interviews.listVersions();
    const mark = JSON.stringify([entries, listed.length]);
    if (before?.mark === mark) return before;
    const stored = await interviews.listDefinitions();
    return knownOf({ entries, listed, stored, unpublished, mark }, before);
  }

  /**
   * A read in progress may miss what the caller needs; callers that wait for it share the next read (single flight).
   */
  async function catchUp(): Promise<void> {
    await reading?.catch(() => undefined);
    reading ??= readAgain();
    await reading;
  }

  async function readAgain(): Promise<void> {
    try {
      known = await read(known);
    } finally {
      reading = undefined;
    }
  }

  /** If it is not found, another server may have published it, so the book is read again. */
  async function find<Found>(look: () => Found | undefined): Promise<Found | undefined> {
    const found = look();
    if (found !== undefined) return found;
    await catchUp();
    return look();
  }

  function everAsked(language?: Language): Interview[] {
    const asked = known.asked.map((each) => {
      if (!("definitions" in each)) return each;
      return (language && each.definitions.get(language)?.interview) ?? each.asked.interview;
    });
    // an interview published again counts at its latest position
    return [...new Set(asked.toReversed())].reverse();
  }

  function schemaOf(version: InterviewVersion): SaveSchema {
    const made = known.schemas.get(version) ?? recordSchema(version.asked.interview, everAsked());
    known.schemas.set(version, made);
    return made;
  }

  function look({ interviewId, version: number }: ClientInterview): InterviewVersion | undefined {
    return number === null ? known.current : known.versions.get(keyOf({ interviewId, number }));
  }

  async function of(client: ClientInterview): Promise<InterviewVersion> {
    return (await find(() => look(client))) ?? missing(client);
  }

  function missing({ interviewId, version }: ClientInterview): InterviewVersion {
    // an upgraded database names the first version before a server has published it
    if (known.versions.size === 0) return known.current;
    throw new Error(`Version ${version} of interview ${interviewId} is not stored`);
  }

  return {
    catalog: () => known.catalog,
    current(interviewId) {
      const entry = known.catalog.find((each) => each.interviewId === interviewId);
      const number = entry?.currentVersion ?? null;
      return (entry && number !== null && known.versions.get(keyOf({ ...entry, number }))) || known.current;
    },
    of,

    async ofClient(clientId) {
      const client = await interviews.findOfClient(clientId);
      return client ? of(client) : known.current;
    },

    known: (client) => look(client) ?? missing(client),

    definition: (hash) => find(() => known.definitions.get(hash)),
    everAsked,

    askedIn(interviewId) {
      const own = [...known.versions.values()].filter((version) => version.interviewId === interviewId);
      return [...new Set(own.flatMap(({ asked }) => questionsOf(asked.interview).map(({ id }) => id)))];
    },

    async readSave(version, data) {
      const before = known;
      const parsed = schemaOf(version).safeParse(data);
      if (parsed.success) return parsed;
      await catchUp();
      return known === before ? parsed : schemaOf(version).safeParse(data);
    },

    refresh: catchUp,
  };
}

/** Polling interval; a change on another server is known here within three seconds. */
const LOOK_EVERY_MS = 2_000;

/** Polls for interviews published elsewhere. Returns a function that stops it. */
export function watchInterviews(
  book: InterviewBook,
  logger: Pick<FastifyBaseLogger, "warn">,
  everyMs = LOOK_EVERY_MS,
): () => void {
  const failure = "could not look for changed interviews; trying again";
  return poll({ look: book.refresh, everyMs, logger, failure });
}

type Read = {
  entries: CatalogEntry[];
  listed: ListedVersion[];
  stored: StoredDefinition[];
  /** Used as the current version before one is published. */
  unpublished: InterviewVersion;
  mark: string;
};

function knownOf(
  { entries, listed, stored, unpublished, mark }: Read,
  before: BookSnapshot | undefined,
): BookSnapshot {
  const interviews = new Map(
    stored.map(({ hash, interview }) => [hash, before?.interviews.get(hash) ?? interview]),
  );
  const versions = new Map(
    listed.map((each) => [keyOf(each), before?.versions.get(keyOf(each)) ?? read(each, interviews)]),
  );
  const definitions = [...versions.values()].flatMap((version) => [...version.definitions.values()]);
  const byHash = new Map(definitions.map((definition) => [definition.hash, definition]));
  const main = entries.find(({ isDefault }) => isDefault);
  const current =
    main && main.currentVersion !== null
      ? versions.get(keyOf({ interviewId: main.interviewId, number: main.currentVersion }))
      : undefined;
  return {
    mark,
    catalog: entries.map((entry) => ({ ...entry, publishedAt: publishedAt(entry, listed) })),
    current: current ?? unpublished,
    versions,
    interviews,
    definitions: byHash,
    asked: [
      ...[...interviews].filter(([hash]) => !byHash.has(hash)).map(([, interview]) => interview),
      ...versions.values(),
    ],
    schemas: new WeakMap(),
  };
}

function publishedAt({ interviewId, currentVersion }: CatalogEntry, listed: ListedVersion[]): number | null {
  const isCurrent = (each: ListedVersion) =>
    each.interviewId === interviewId && each.number === currentVersion;
  return listed.find(isCurrent)?.publishedAt ?? null;
}

function read(
  { interviewId, number, hashes }: ListedVersion,
  interviews: ReadonlyMap<string, Interview>,
): InterviewVersion {
  const definitions = [...hashes].map(([language, hash]): [Language, Definition] => {
    const interview = interviews.get(hash);
    if (!interview) throw new Error(`The definition ${hash} of interview ${interviewId} is not stored`);
    return [language, { language, interview, hash }];
  });
  return versionOf({ interviewId, number }, new Map(definitions));
}

function keyOf({ interviewId, number }: { interviewId: string; number: number }): string {
  return `${interviewId} ${number}`;
}
