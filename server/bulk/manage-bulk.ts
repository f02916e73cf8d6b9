import { randomUUID } from "node:crypto";
import { isoOf, MINUTE_MS } from "#contract/instants.ts";
import {
  BULK_MAIL_HELD_SECONDS,
  BULK_UNDO_MINUTES,
  type BulkAct,
  type BulkJob,
  type BulkRequest,
} from "#contract/manage/bulk.ts";
import { CatalogError } from "../http/errors.ts";
import type { StoredBulk } from "../storage/bulk/bulk.ts";
import type { ListViewer } from "../storage/clients/client-conditions.ts";
import type { Storage } from "../storage/storage.ts";
import { targetedClients } from "./targeted-clients.ts";

export type BulkOptions = {
  storage: Pick<Storage, "bulk" | "clients">;
  managerId: string;
  /** Epoch milliseconds. */
  now: number;
};

/** Queues a bulk action. Clients outside the scope are left out. */
export async function startBulk(
  { storage, managerId, now }: BulkOptions,
  by: ListViewer,
  { act, on }: BulkRequest,
): Promise<{ bulkId: string; total: number }> {
  const clientIds = await targetedClients(storage, by, on);
  if (act.action === "erase") refuseOtherCount(act.count, clientIds.length);
  const bulkId = `bk_${randomUUID()}`;
  const started = await storage.bulk.start({ bulkId, managerId, act, clientIds, at: now });
  if (started === "running") throw new CatalogError("BULK_RUNNING");
  return { bulkId, total: clientIds.length };
}

/** The selection may contain more or fewer clients than when the manager looked at it. */
function refuseOtherCount(count: number, found: number): void {
  if (count === found) return;
  const details = [{ path: "act.count", message: `Expected ${found}, the number of these clients now` }];
  throw new CatalogError("VALIDATION_ERROR", { details });
}

/** Throws NOT_FOUND if the manager started no such action. */
export async function findBulk({ storage, managerId, now }: BulkOptions, bulkId: string): Promise<BulkJob> {
  const bulk = await storage.bulk.find(managerId, bulkId);
  if (!bulk) throw new CatalogError("NOT_FOUND");
  return toBulkView(bulk, now);
}

/** Finished parts stay done; an action that has ended stays as it is. */
export async function stopBulk(options: BulkOptions, bulkId: string): Promise<BulkJob> {
  await options.storage.bulk.stop({ ...options, bulkId, at: options.now });
  return findBulk(options, bulkId);
}

/** Throws UNDO_OVER if it is too late. */
export async function undoBulk(options: BulkOptions, bulkId: string): Promise<BulkJob> {
  const { undoUntil } = await findBulk(options, bulkId);
  const isOpen = undoUntil !== null && Date.parse(undoUntil) > options.now;
  const isTurned = isOpen && (await options.storage.bulk.undo({ ...options, bulkId, at: options.now }));
  if (!isTurned) throw new CatalogError("UNDO_OVER");
  return findBulk(options, bulkId);
}

function toBulkView(bulk: StoredBulk, now: number): BulkJob {
  const { bulkId, act, state, createdAt, counts, causes, skipped } = bulk;
  const { waiting, done, undone } = counts;
  const listed = waiting + done + undone + counts.skipped;
  // completely erased clients are no longer listed
  const gone = act.action === "erase" ? act.count - listed : 0;
  return {
    bulkId,
    action: act.action,
    state,
    total: listed + gone,
    done: done + gone,
    skipped: counts.skipped,
    causes: Object.fromEntries(causes),
    skippedClients: skipped,
    startedAt: isoOf(createdAt),
    undoUntil: state === "undone" || act.action === "erase" ? null : isoOf(undoUntil(bulk, now)),
  };
}

/** Mails can be undone until the first one is sent, other actions for some minutes after the end. */
function undoUntil({ act, createdAt, endedAt }: StoredBulk, now: number): number {
  const sendAt = sendAtOf(act);
  if (sendAt !== undefined) return Math.max(createdAt + BULK_MAIL_HELD_SECONDS * 1_000, sendAt);
  return (endedAt ?? now) + BULK_UNDO_MINUTES * MINUTE_MS;
}

/** Undefined for an action without mails. */
function sendAtOf(act: BulkAct): number | undefined {
  if (act.action === "remind") return 0;
  if (act.action === "invite") return act.sendAt === undefined ? 0 : Date.parse(act.sendAt);
  return undefined;
}
