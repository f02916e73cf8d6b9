import { isoOf } from "#contract/instants.ts";
import {
  type Brief,
  type BriefContact,
  type BriefedClient,
  briefOf,
} from "#contract/manage/answers/brief.ts";
import type { Definition } from "../interviews/definition.ts";
import { namedInterview } from "../interviews/describe-interview.ts";
import type { InterviewBook } from "../interviews/interview-book.ts";
import { readFollowUps } from "../records/read-follow-ups.ts";
import type { ListedClient } from "../storage/clients/clients.ts";
import type { StoredRecord } from "../storage/records/records.ts";
import type { ListedTake } from "../storage/records/transcripts.ts";
import type { Storage } from "../storage/storage.ts";

export type BriefSources = {
  storage: Pick<Storage, "clients" | "followUps" | "records" | "takes">;
  book: Pick<InterviewBook, "catalog" | "everAsked">;
  /** The interview that the client answers. */
  definition: Definition;
};

type Exported = Pick<ListedClient, "clientId" | "name" | "interview">;

/** The brief of a client's current record. */
export async function loadBrief(sources: BriefSources, client: Exported): Promise<Brief> {
  const { records, takes } = sources.storage;
  const briefed = briefedClient(sources.book, client, await records.load(client.clientId));
  return briefOfRecord(sources, briefed, await takes.list(client.clientId));
}

/** The brief of a record already loaded. */
export async function briefOfRecord(
  { storage, book, definition: { interview, language } }: BriefSources,
  client: BriefedClient,
  takes: ListedTake[],
): Promise<Brief> {
  const { clientId } = client;
  const interviews = book.everAsked(language);
  const followUps = await readFollowUps({ storage, interview }, clientId);
  const contact = await loadContact(storage, clientId);
  return briefOf(interview, client, { takes, interviews, followUps, contact });
}

async function loadContact(storage: Pick<Storage, "clients">, clientId: string): Promise<BriefContact> {
  const managed = await storage.clients.findManaged("all", clientId);
  const { contact = null, email = null, managerName = null } = managed ?? {};
  return { person: contact, email, accountManager: managerName };
}

/** The facts about a client for exports; a client who has saved nothing gets an empty record. */
export function briefedClient(
  book: Pick<InterviewBook, "catalog">,
  { clientId, name, interview }: Exported,
  stored: StoredRecord | undefined,
): BriefedClient {
  return {
    clientId,
    clientName: name,
    interview: namedInterview(book, interview),
    revision: stored?.revision ?? 0,
    savedAt: isoOf(stored?.savedAt),
    submittedAt: isoOf(stored?.submittedAt),
    record: stored?.record ?? {},
  };
}
