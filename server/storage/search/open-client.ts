import { type MasterKeys, unsealerOf } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
import type { SealedClient } from "./search-pages.ts";

/** A client's searched texts, as UTF-8; the record is JSON. */
export type OpenedClient = {
  record: { savedAt: number; bytes: Uint8Array } | undefined;
  followUps: { question: string; at: number; bytes: Uint8Array }[];
  notes: { at: number; bytes: Uint8Array }[];
};

/** Throws StorageUnavailable if any data of the client is damaged. */
export function openClient(client: SealedClient, masterKeys: Pick<MasterKeys, "find">): OpenedClient {
  const { unsealBytes } = unsealerOf(client.dataKey, masterKeys);
  const { record } = client;
  return {
    record: record?.body
      ? {
          savedAt: record.savedAt,
          bytes: unsealBytes(sealingContexts.record(record.revision), record.body),
        }
      : undefined,
    followUps: client.followUps.map(({ question, entry, at, body }) => ({
      question,
      at,
      bytes: unsealBytes(sealingContexts.followUpEntry(question, entry), body),
    })),
    notes: client.notes.map(({ noteId, at, body }) => ({
      at,
      bytes: unsealBytes(sealingContexts.note(noteId), body),
    })),
  };
}
