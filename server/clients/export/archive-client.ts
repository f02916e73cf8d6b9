import { type PassThrough, Readable } from "node:stream";
import { ZipFile } from "yazl";
import { isoOf } from "#contract/instants.ts";
import type { Interview } from "#contract/interview/interview.ts";
import type { Briefs } from "../../briefs/briefs.ts";
import { briefedClient, briefOfRecord } from "../../briefs/load-brief.ts";
import type { InterviewBook } from "../../interviews/interview-book.ts";
import { readFollowUps } from "../../records/read-follow-ups.ts";
import { statusOf } from "../../records/status.ts";
import { wordsIn } from "../../runtime/words.ts";
import type { StoredKey } from "../../storage/access/access-keys.ts";
import type { ListedHelper } from "../../storage/access/helping.ts";
import type { StorageEvent } from "../../storage/audit/events.ts";
import type { ListedClient } from "../../storage/clients/clients.ts";
import type { StoredRevision } from "../../storage/records/history.ts";
import type { SubmissionStep } from "../../storage/records/submissions.ts";
import type { ListedTake } from "../../storage/records/transcripts.ts";
import type { TakeName } from "../../storage/takes/take-references.ts";
import type { TakeStores } from "../../takes/drop-take.ts";
import { namedValues } from "../fields.ts";
import { readNotes } from "../notes.ts";
import { archiveReadme } from "./archive-readme.ts";

export type ArchiveContext = TakeStores & {
  book: Pick<InterviewBook, "catalog" | "of" | "everAsked">;
  briefs: Pick<Briefs, "page" | "markdown">;
};

/** `file`: the audio file in the archive; null if the recording has no audio or has yet to be converted. */
type ArchivedTake = ListedTake & { transcript: string | null; file: string | null };

/**
 * A ZIP of everything about one client, streamed as it is read, with only one revision or piece of audio in memory at a
 * time. A read error ends the stream.
 */
export async function archiveClient(
  context: ArchiveContext,
  client: ListedClient,
  now: number,
): Promise<Readable> {
  const { storage, book, briefs } = context;
  const { asked } = await book.of(client.interview);
  const { interview, language } = asked;
  const { clientId } = client;
  const mtime = new Date(now);
  const facts = await clientFacts(context, client, interview);
  const briefed = briefedClient(book, client, await storage.records.load(clientId));
  const takes = await archivedTakes(context, clientId);
  const brief = await briefOfRecord({ storage, book, definition: asked }, briefed, takes);
  const followUps = await readFollowUps({ storage, interview }, clientId);
  const notes = await readNotes(storage, clientId);
  const revisions = await storage.records.listRevisions(clientId);
  const submissions = await storage.records.listSubmissionSteps(clientId);
  const events = await storage.audit.list(clientId);
  const archive = openArchive(mtime);
  archive.text("README.txt", archiveReadme(brief, mtime, wordsIn(language)));
  archive.text("brief.html", briefs.page(brief, language).html);
  archive.text("brief.md", briefs.markdown(brief, language));
  archive.json("client.json", facts);
  archive.json("record.json", briefed);
  archive.json("takes.json", takes.map(takeFacts));
  archive.json("threads.json", followUps);
  archive.json("notes.json", notes);
  archive.json("audit.json", events.map(eventFacts));
  for (const step of submissions) {
    archive.lazily(`submissions/${numbered(step.revision)}`, () => submissionOf(context, step));
  }
  for (const step of revisions) {
    archive.lazily(`history/${numbered(step.revision)}`, () => revisionOf(context, clientId, step));
  }
  for (const take of takes) if (take.file) archive.sound(take.file, () => soundOf(context, take));
  return archive.end();
}

/** Opens a ZIP that can be read while entries are still being added. */
function openArchive(mtime: Date) {
  const zip = new ZipFile();
  const stream = zip.outputStream as PassThrough;
  zip.on("error", (error: Error) => stream.destroy(error));
  const lazily = (name: string, pieces: () => AsyncIterable<string | Uint8Array>, compress = true) =>
    zip.addReadStreamLazy(name, { mtime, compress }, (give) => {
      const source = Readable.from(pieces());
      source.once("error", (error) => zip.emit("error", error));
      give(null, source);
    });
  const text = (name: string, content: string) => zip.addBuffer(Buffer.from(content), name, { mtime });
  return {
    text,
    json: (name: string, value: unknown) => text(name, jsonText(value)),
    /** Reads the content only when its turn comes. */
    lazily,
    /** Stored without compression, because audio is already compressed. */
    sound: (name: string, pieces: () => AsyncIterable<Uint8Array>) => lazily(name, pieces, false),
    end(): Readable {
      zip.end();
      return stream;
    },
  };
}

async function clientFacts({ storage }: ArchiveContext, client: ListedClient, interview: Interview) {
  const { clientId, name, createdAt, record } = client;
  const keys = await storage.accessKeys.list(clientId);
  const helpers = await storage.helpers.list(clientId);
  const kept = await storage.clients.findManaged("all", clientId);
  return {
    clientId,
    clientName: name,
    email: kept?.email ?? null,
    contact: kept?.contact ?? null,
    phone: kept?.phone ?? null,
    website: kept?.website ?? null,
    dueOn: kept?.dueOn ?? null,
    externalId: kept?.externalId ?? null,
    tags: kept?.tags.map((tag) => tag.name) ?? [],
    fields: await namedValues(storage, clientId),
    language: kept?.language ?? null,
    accountManager: kept?.managerName ?? null,
    lastSeenAt: isoOf(kept?.lastSeenAt),
    createdAt: isoOf(createdAt),
    ...statusOf(interview, record),
    keys: keys.map(keyFacts),
    helpers: helpers.map(helperFacts),
  };
}

/** A person whom the client has asked to answer a section. */
function helperFacts({ name, sectionId, seesAll, addedAt, doneAt, keyId }: ListedHelper) {
  return { name, section: sectionId, seesAll, addedAt: isoOf(addedAt), doneAt: isoOf(doneAt), keyId };
}

/** Only the public part of a key: nothing in an archive can sign in. */
function keyFacts({ keyId, createdAt, expiresAt, revokedAt, lastUsedAt }: StoredKey) {
  return {
    keyId,
    createdAt: isoOf(createdAt),
    expiresAt: isoOf(expiresAt),
    revokedAt: isoOf(revokedAt),
    lastUsedAt: isoOf(lastUsedAt),
  };
}

async function archivedTakes({ storage, audio }: ArchiveContext, clientId: string): Promise<ArchivedTake[]> {
  const takes: ArchivedTake[] = [];
  for (const take of await storage.takes.list(clientId)) {
    const known = await storage.takes.find(take);
    // deleted since it was listed
    if (!known) continue;
    const hasCopy = (await audio.size(take)) !== undefined;
    takes.push({ ...take, transcript: known.transcript, file: hasCopy ? `audio/${take.takeId}.m4a` : null });
  }
  return takes;
}

/** Unique within each folder, and sorted by name. */
function numbered(revision: number): string {
  return `${String(revision).padStart(6, "0")}.json`;
}

async function* submissionOf({ storage }: ArchiveContext, step: SubmissionStep): AsyncGenerator<string> {
  const { submissionId, revision, submittedAt } = step;
  const record = await storage.records.loadSubmission(submissionId);
  yield jsonText({ submissionId, revision, submittedAt: isoOf(submittedAt), record });
}

async function* revisionOf(
  { storage }: ArchiveContext,
  clientId: string,
  { revision, savedAt, submittedAt }: StoredRevision,
): AsyncGenerator<string> {
  const record = await storage.records.loadRevision(clientId, revision);
  // deleted since it was listed, because old history is thinned out
  if (!record) return;
  yield jsonText({ revision, savedAt: isoOf(savedAt), submittedAt: isoOf(submittedAt), record });
}

async function* soundOf({ audio }: ArchiveContext, name: TakeName): AsyncGenerator<Uint8Array> {
  const size = await audio.size(name);
  if (size !== undefined) yield* audio.read(name, { first: 0, last: size - 1 });
}

function takeFacts({ createdAt, closedAt, attempts: _ours, ...take }: ArchivedTake) {
  return { ...take, createdAt: isoOf(createdAt), closedAt: isoOf(closedAt) };
}

function eventFacts({ at, ...event }: StorageEvent) {
  return { at: isoOf(at), ...event };
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
