import { setTimeout } from "node:timers/promises";
import type { StorageEvent } from "../storage/audit/events.ts";
import type { ErasedList } from "../storage/clients/erased-list.ts";
import { AudioUnavailable } from "../storage/engine/faults.ts";
import type { Storage } from "../storage/storage.ts";
import { dropParts, type TakeStores } from "../takes/drop-take.ts";

/** Everything that the server stores about clients, and the list of erased clients. */
export type ClientStores = TakeStores & { erased: ErasedList };

export type EraseCommand = {
  clientId: string;
  at: number;
  /** The actor for the audit trail; `detail` gives the reason if no person asked for it. */
  by: Pick<StorageEvent, "actor" | "requestId" | "address" | "detail">;
};

/** `unfinished`: no longer accessible to anyone; the server's sweep completes the erasure. */
export type EraseOutcome = "erased" | "unfinished" | "missing";

const MESSAGES_AT_ONCE = 100;
/** Retries for the case that another connection is reading just then. */
const SCRUB_TRIES = 20;
const SCRUB_AGAIN_MS = 100;

/** Erases everything about a client permanently, except the audit trail. The sweep completes interrupted erasures. */
export async function eraseClient(
  erasing: ClientStores,
  { clientId, at, by }: EraseCommand,
): Promise<EraseOutcome> {
  const event: StorageEvent = { ...by, at, kind: "client.erased", clientId };
  if (!(await erasing.storage.erasing.softDeleteClient({ clientId, at }, [event]))) return "missing";
  return (await emptyClient(erasing, clientId, at)) ? "erased" : "unfinished";
}

/** Completes interrupted erasures of any process; returns the number of clients completely erased. */
export async function sweepErasures(erasing: ClientStores, now: number): Promise<number> {
  let emptied = 0;
  for (const clientId of await erasing.storage.erasing.listSoftDeleted()) {
    if (await emptyClient(erasing, clientId, now)) emptied++;
  }
  return emptied;
}

/**
 * Soft-deletes clients who are on the list of erased clients but in the database again, as after a restore; returns
 * their number.
 */
export async function softDeleteListed({ storage, erased }: ClientStores, now: number): Promise<number> {
  let condemned = 0;
  for (const clientId of await erased.ids()) {
    // the list grows over the years, but its clients are hardly ever in the database
    if (!(await storage.clients.find(clientId))) continue;
    const event = { at: now, kind: "client.erased", actor: "nobody", clientId, detail: "restored" } as const;
    if (await storage.erasing.softDeleteClient({ clientId, at: now }, [event])) condemned++;
  }
  return condemned;
}

/**
 * False if a worker is processing one of the client's recordings, object storage is unavailable, or a reader holds the
 * database's log.
 */
async function emptyClient(erasing: ClientStores, clientId: string, now: number): Promise<boolean> {
  const { storage, erased } = erasing;
  // listed first, so that no backup can bring the client back
  await erased.add(clientId, now);
  if (!(await storage.erasing.dropJobs(clientId, now))) return false;
  do {
    const isSoundGone = await dropTakes(erasing, clientId, now);
    while ((await storage.deliveries.dropMessages({ clientId }, MESSAGES_AT_ONCE)) === MESSAGES_AT_ONCE);
    while (await storage.erasing.dropPieceOfRecord(clientId));
    // checked before the client's row is deleted, because the sweep finds unfinished work by that row
    if (!(await eraseFreedPages(storage)) || !isSoundGone) return false;
  } while (!(await storage.erasing.forgetClient(clientId)));
  return true;
}

/**
 * False if object storage is unavailable: its copies can no longer be decrypted, and the remaining erasure need not
 * wait for it.
 */
async function dropTakes({ storage, audio }: TakeStores, clientId: string, now: number): Promise<boolean> {
  const names = await storage.erasing.softDeleteTakes(clientId, now);
  for (const name of names) await dropParts(storage, name);
  try {
    await audio.dropAllOf(clientId);
  } catch (error) {
    if (error instanceof AudioUnavailable) return false;
    throw error;
  }
  for (const name of names) await storage.takes.forget(name);
  return true;
}

async function eraseFreedPages(storage: Pick<Storage, "erasing">): Promise<boolean> {
  for (let tries = 0; tries < SCRUB_TRIES; tries++) {
    if (await storage.erasing.eraseFreedPages()) return true;
    await setTimeout(SCRUB_AGAIN_MS);
  }
  return false;
}
