import { hash } from "node:crypto";
import type { ClientRecord } from "#contract/record/record.ts";
import { damage, parseStored } from "../engine/damage.ts";
import type { Db } from "../engine/schema.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
import type { Head, RecordStatements } from "./record-statements.ts";

type StoredBody = { revision: number; body: Uint8Array };

/** Records as the revisions store them: sealed. The hash in their head shows whether they are whole. */
export function recordBodies(queries: RecordStatements, seals: DataKeyring) {
  /** Where a damaged page hides it, the revisions still tell that there is one. */
  async function findHead(db: Db, clientId: string): Promise<Head | undefined> {
    const [head] = await queries.head(db, { clientId });
    if (!head) await expectNothing(db, clientId);
    return head;
  }

  /** Where there was no head. Throws StorageUnavailable where it is hidden; a first save may have come since. */
  async function expectNothing(db: Db, clientId: string): Promise<void> {
    if ((await queries.anyRevision(db, { clientId })).length === 0) return;
    if ((await queries.head(db, { clientId })).length === 0) throw damage();
  }

  async function recordOf(db: Db, head: Head): Promise<ClientRecord> {
    const { client_id: clientId, revision, content_hash: contentHash } = head;
    const [row] = await queries.body(db, { clientId, revision });
    return intactRecord(row && (await open(db, clientId, { revision, body: row.body })), contentHash);
  }

  /** The text of a stored body. */
  async function open(db: Db, clientId: string, { revision, body }: StoredBody): Promise<string> {
    return (await seals.toRead(db, clientId)).unseal(sealingContexts.record(revision), body);
  }

  async function seal(db: Db, { client_id, revision }: Head, text: string): Promise<Uint8Array> {
    return (await seals.toWrite(db, client_id)).seal(sealingContexts.record(revision), text);
  }

  async function recordIn(db: Db, clientId: string, stored: StoredBody): Promise<ClientRecord> {
    return parseStored(await open(db, clientId, stored)) as ClientRecord;
  }

  /** A body that was damaged since is not: the save that repeats it stores it anew. */
  async function isStored(
    db: Db,
    { client_id: clientId, revision }: Head,
    contentHash: string,
  ): Promise<boolean> {
    const [row] = await queries.body(db, { clientId, revision });
    return row !== undefined && isIntact(db, { clientId, revision, body: row.body }, contentHash);
  }

  async function isIntact(
    db: Db,
    { clientId, ...stored }: StoredBody & { clientId: string },
    contentHash: string,
  ): Promise<boolean> {
    try {
      return hash("sha256", await open(db, clientId, stored)) === contentHash;
    } catch {
      return false;
    }
  }

  return { findHead, expectNothing, recordOf, open, seal, recordIn, isStored };
}

export type RecordBodies = ReturnType<typeof recordBodies>;

/** SQLite has no checksums: what a failing disk made of a body would be answered as if it had been saved. */
export function intactText(text: string | undefined, contentHash: string): string {
  if (text === undefined || hash("sha256", text) !== contentHash) throw damage();
  return text;
}

export function intactRecord(text: string | undefined, contentHash: string): ClientRecord {
  return JSON.parse(intactText(text, contentHash)) as ClientRecord;
}
