import { isoOf } from "#contract/instants.ts";
import type { Interview } from "#contract/interview/interview.ts";
import { type Brief, type BriefedClient, briefOf } from "#contract/manage/answers/brief.ts";
import type { ListedClient } from "../storage/clients/clients.ts";
import type { StoredRecord } from "../storage/records/records.ts";
import type { Storage } from "../storage/storage.ts";

export type BriefSources = {
  storage: Pick<Storage, "interviews" | "records" | "takes">;
  interview: Interview;
};

/** The brief of a client as the record is now. */
export async function loadBrief({ storage, interview }: BriefSources, client: ListedClient): Promise<Brief> {
  const stored = await storage.records.load(client.clientId);
  const takes = await storage.takes.list(client.clientId);
  const interviews = await storage.interviews.list();
  return briefOf(interview, briefedClient(client, stored), { takes, interviews });
}

/** What an export tells of a client; of one who has saved nothing, an empty record. */
export function briefedClient(
  { clientId, name }: Pick<ListedClient, "clientId" | "name">,
  stored: StoredRecord | undefined,
): BriefedClient {
  return {
    clientId,
    clientName: name,
    revision: stored?.revision ?? 0,
    savedAt: isoOf(stored?.savedAt),
    submittedAt: isoOf(stored?.submittedAt),
    record: stored?.record ?? {},
  };
}
