import { setTimeout } from "node:timers/promises";
import type { StorageEvent } from "../storage/audit/events.ts";
import type { ErasedList } from "../storage/clients/erased-list.ts";
import { AudioUnavailable } from "../storage/engine/faults.ts";
import type { Storage } from "../storage/storage.ts";
import { dropParts, type KeptTakes } from "../takes/drop-take.ts";

/** All that the server stores of clients, and who was erased before. */
export type Erasing = KeptTakes & { erased: ErasedList };

export type EraseCommand = {
  clientId: string;
  at: number;
  /** Who wants it, for the audit trail; `detail` says why, where nobody asked. */
  by: Pick<StorageEvent, "actor" | "requestId" | "address" | "detail">;
};

/** `unfinished`: gone for everybody, and erased to the end by the server's sweep. */
export type EraseOutcome = "erased" | "unfinished" | "missing";

const MESSAGES_AT_ONCE = 100;
/** Any other reader at that moment is done soon. */
const SCRUB_TRIES = 20;
const SCRUB_AGAIN_MS = 100;

/** Erases everything about a client for good, but for the audit trail. What is interrupted, the sweep ends. */
export async function eraseClient(
  erasing: Erasing,
  { clientId, at, by }: EraseCommand,
): Promise<EraseOutcome> {
  const event: StorageEvent = { ...by, at, kind: "client.erased", clientId };
  if (!(await erasing.storage.erasing.softDeleteClient({ clientId, at }, [event]))) return "missing";
  return (await emptyClient(erasing, clientId, at)) ? "erased" : "unfinished";
}

/** Ends what was interrupted, in this process or another; returns how many clients it has erased to the end. */
export async function sweepErasures(erasing: Erasing, now: number): Promise<number> {
  let emptied = 0;
  for (const clientId of await erasing.storage.erasing.listSoftDeleted()) {
    if (await emptyClient(erasing, clientId, now)) emptied++;
  }
  return emptied;
}

/** Soft-deletes clients who are on the list but still in the database, as from a backup; returns how many. */
export async function softDeleteListed({ storage, erased }: Erasing, now: number): Promise<number> {
  let condemned = 0;
  for (const clientId of await erased.ids()) {
    // the list is long after some years, and hardly ever is one of them here
    if (!(await storage.clients.find(clientId))) continue;
    const event = { at: now, kind: "client.erased", actor: "nobody", clientId, detail: "restored" } as const;
    if (await storage.erasing.softDeleteClient({ clientId, at: now }, [event])) condemned++;
  }
  return condemned;
}

/** False while a worker has a take of the client in hand, object storage is away, or the database's log is being read. */
async function emptyClient(erasing: Erasing, clientId: string, now: number): Promise<boolean> {
  const { storage, erased } = erasing;
  // first, so that no backup can bring back who is forgotten here
  await erased.add(clientId, now);
  if (!(await storage.erasing.dropJobs(clientId, now))) return false;
  do {
    const isSoundGone = await dropTakes(erasing, clientId, now);
    while ((await storage.deliveries.dropMessages({ clientId }, MESSAGES_AT_ONCE)) === MESSAGES_AT_ONCE);
    while (await storage.erasing.dropPieceOfRecord(clientId));
    // before the client's row goes, by which the sweep would find what is left
    if (!(await eraseFreedPages(storage)) || !isSoundGone) return false;
  } while (!(await storage.erasing.forgetClient(clientId)));
  return true;
}

/** False where object storage cannot drop its part now: nobody can open that any more, and the rest need not wait for it. */
async function dropTakes({ storage, audio }: KeptTakes, clientId: string, now: number): Promise<boolean> {
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
