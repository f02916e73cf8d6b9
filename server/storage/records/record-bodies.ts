import { hash } from "node:crypto";
import type { ClientRecord } from "#contract/record/record.ts";
import { damageError, parseStored } from "../engine/damage.ts";
import type { Db } from "../engine/schema.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
import type { RecordRow, RecordStatements } from "./record-statements.ts";

type StoredBody = { revision: number; body: Uint8Array };

/**
 * Reads and writes the sealed records in `revisions`. The hash in a record's head shows whether the record is intact.
 */
export function recordBodies(queries: RecordStatements, seals: DataKeyring) {
  /** If a damaged page hides the head, the revisions still show that the record exists. */
  async function findHead(db: Db, clientId: string): Promise<RecordRow | undefined> {
    const [head] = await queries.head(db, { clientId });
    if (!head) await expectNothing(db, clientId);
    return head;
  }

  /**
   * For a missing head. Throws StorageUnavailable if damage hides the head; looks again first, since a first save may
   * have come meanwhile.
   */
  async function expectNothing(db: Db, clientId: string): Promise<void> {
    if ((await queries.anyRevision(db, { clientId })).length === 0) return;
    if ((await queries.head(db, { clientId })).length === 0) throw damageError();
  }

  async function recordOf(db: Db, head: RecordRow): Promise<ClientRecord> {
    const { client_id: clientId, revision, content_hash: contentHash } = head;
    const [row] = await queries.body(db, { clientId, revision });
    return intactRecord(row && (await open(db, clientId, { revision, body: row.body })), contentHash);
  }

  /** The unsealed text of a stored body. */
  async function open(db: Db, clientId: string, { revision, body }: StoredBody): Promise<string> {
    return (await seals.toRead(db, clientId)).unseal(sealingContexts.record(revision), body);
  }

  async function seal(db: Db, { client_id, revision }: RecordRow, text: string): Promise<Uint8Array> {
    return (await seals.toWrite(db, client_id)).seal(sealingContexts.record(revision), text);
  }

  async function recordIn(db: Db, clientId: string, stored: StoredBody): Promise<ClientRecord> {
    return parseStored(await open(db, clientId, stored)) as ClientRecord;
  }

  /** False for a body that is damaged: a save with the same content then stores a new revision. */
  async function isStored(
    db: Db,
    { client_id: clientId, revision }: RecordRow,
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

/** SQLite has no checksums: without this check, a body that a failing disk changed would be returned as saved. */
export function intactText(text: string | undefined, contentHash: string): string {
  if (text === undefined || hash("sha256", text) !== contentHash) throw damageError();
  return text;
}

export function intactRecord(text: string | undefined, contentHash: string): ClientRecord {
  return JSON.parse(intactText(text, contentHash)) as ClientRecord;
}
