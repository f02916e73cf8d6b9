import type { Interview } from "#contract/interview/interview.ts";
import { newId } from "../ui/new-id.ts";
import { type DeviceDatabase, deviceDatabase, type UnlockRow } from "./device-database.ts";
import { type DeviceItems, openDeviceItems } from "./device-items.ts";
import { type Journal, openJournal } from "./journal.ts";
import { type Locks, pageLocks } from "./locks.ts";
import {
  deriveDraftKey,
  openUnlock,
  openVault,
  sealUnlock,
  type UnlockedDraft,
  type Vault,
} from "./vault.ts";

/** What this device stores of one client's draft, and how the client's tabs find each other. */
export type DraftOnDevice = {
  items: DeviceItems;
  /** Undefined if the browser cannot encrypt, because then nothing may be stored. */
  journal: Journal | undefined;
  /** Where recorded takes are stored; undefined if the browser cannot encrypt. */
  storage: { database: DeviceDatabase; vault: Vault } | undefined;
  locks: Locks;
  /**
   * Identifies the client on this device: derived from the draft key, or the client's id if the browser cannot encrypt.
   */
  slot: string;
  /** Lets an access key open this draft on this device from now on, also offline. Never rejects. */
  rememberKey: (keys: Keys) => Promise<void>;
};

type Keys = {
  client: { id: string; name: string } | undefined;
  draftKey: string | undefined;
  accessKey: string | undefined;
  /** Used instead of an access key on a device that has a lock. */
  lockSecret?: string | undefined;
};
type OpenDraftOnDeviceOptions = Keys & { interview: Interview };

const database = () => deviceDatabase(() => (typeof indexedDB === "undefined" ? undefined : indexedDB));

/** Connects the modules of this folder to the browser's APIs. Never rejects. */
export async function openDraftOnDevice(options: OpenDraftOnDeviceOptions): Promise<DraftOnDevice> {
  const { interview, client } = options;
  const draftKey = await draftKeyOf(options);
  const db = database();
  const locks = pageLocks(typeof navigator === "undefined" ? undefined : navigator.locks);
  const vault = draftKey === undefined ? undefined : await tryOpenVault(draftKey);
  const items = openDeviceItems({
    interview,
    findStorage: () => localStorage,
    clientId: client?.id ?? "",
    vault,
    keepAside: async (name, text) => {
      // the owner of the text is unknown, so the text is encrypted; if that is impossible, it stays where it is
      if (!vault) throw new Error("This device cannot encrypt");
      const content = await vault.seal(name, text);
      await db.write([{ store: "aside", add: { from: name, at: new Date().toISOString(), content } }]);
    },
  });
  // later calls may omit the draft key, which was given at the opening
  const rememberKey = (keys: Keys) =>
    writeUnlock(db, vault, { ...keys, draftKey: keys.draftKey ?? draftKey }).catch(() => undefined);
  const common = { items, locks, rememberKey };
  if (!vault) return { ...common, journal: undefined, storage: undefined, slot: client?.id ?? "" };
  await rememberKey(options);
  const timers = {
    setTimeout: (run: () => void, afterMs: number) => setTimeout(run, afterMs),
    clearTimeout: (timer: unknown) => clearTimeout(timer as number | undefined),
  };
  const now = () => new Date().toISOString();
  const journal = await openJournal({ database: db, vault, locks, interview, timers, now, newId });
  return { ...common, journal, storage: { database: db, vault }, slot: vault.slot };
}

/** The draft that an access key, or the secret of the device's lock, opens on this device without asking the server. */
export async function unlockDraft(accessKey: string): Promise<UnlockedDraft | undefined> {
  if (!canEncrypt()) return undefined;
  const db = database();
  const find = async (name: string) => (await db.findUnlock(name)) as UnlockRow | undefined;
  return openUnlock(crypto, accessKey, find).catch(() => undefined);
}

async function writeUnlock(
  db: DeviceDatabase,
  vault: Vault | undefined,
  { client, draftKey, accessKey, lockSecret }: Keys,
): Promise<void> {
  const secret = accessKey ?? lockSecret;
  if (!vault || !client || draftKey === undefined || secret === undefined) return;
  const { name, sealed } = await sealUnlock(crypto, secret, { draftKey, client });
  const row: UnlockRow = { ...sealed, slot: vault.slot };
  await db.write([{ store: "unlocks", put: name, row }]);
}

async function draftKeyOf({ draftKey, accessKey }: Keys): Promise<string | undefined> {
  if (draftKey !== undefined || accessKey === undefined || !canEncrypt()) return draftKey;
  return deriveDraftKey(crypto, accessKey).catch(() => undefined);
}

async function tryOpenVault(draftKey: string): Promise<Vault | undefined> {
  if (!canEncrypt()) return undefined;
  try {
    return await openVault(crypto, draftKey);
  } catch {
    return undefined;
  }
}

/** Browsers offer Web Crypto only on https and on localhost. */
function canEncrypt(): boolean {
  return typeof crypto !== "undefined" && crypto.subtle !== undefined;
}
