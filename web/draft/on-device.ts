import type { Interview } from "#contract/interview/interview.ts";
import { newId } from "../new-id.ts";
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

/** What this device keeps of one client's draft, and how its tabs find each other. */
export type DraftOnDevice = {
  items: DeviceItems;
  /** Undefined where the device cannot encrypt, and so must not keep anything. */
  journal: Journal | undefined;
  /** Stores recorded takes; undefined where the device can store nothing. */
  storage: { database: DeviceDatabase; vault: Vault } | undefined;
  locks: Locks;
  /** Names the client on this device without telling who it is. */
  slot: string;
  /** Lets an access key open this draft here from now on, also without a connection. Never rejects. */
  rememberKey: (keys: Keys) => Promise<void>;
};

type Keys = {
  client: { id: string; name: string } | undefined;
  draftKey: string | undefined;
  accessKey: string | undefined;
  /** In the place of an access key, of a device that has a lock. */
  lockSecret?: string | undefined;
};
type OpenDraftOnDeviceOptions = Keys & { interview: Interview };

const database = () => deviceDatabase(() => (typeof indexedDB === "undefined" ? undefined : indexedDB));

/** Joins the modules of this folder to the browser. Never rejects. */
export async function openDraftOnDevice(opening: OpenDraftOnDeviceOptions): Promise<DraftOnDevice> {
  const { interview, client } = opening;
  const draftKey = await draftKeyOf(opening);
  const db = database();
  const locks = pageLocks(typeof navigator === "undefined" ? undefined : navigator.locks);
  const vault = draftKey === undefined ? undefined : await tryOpenVault(draftKey);
  const items = openDeviceItems({
    interview,
    findStorage: () => localStorage,
    clientId: client?.id ?? "",
    vault,
    keepAside: async (name, text) => {
      // whose it is cannot be known, so that it is encrypted too; what cannot be encrypted stays where it is
      if (!vault) throw new Error("This device cannot encrypt");
      const content = await vault.seal(name, text);
      await db.write([{ store: "aside", add: { from: name, at: new Date().toISOString(), content } }]);
    },
  });
  // a session that goes on has handed its draft key over already
  const rememberKey = (keys: Keys) =>
    writeUnlock(db, vault, { ...keys, draftKey: keys.draftKey ?? draftKey }).catch(() => undefined);
  const common = { items, locks, rememberKey };
  if (!vault) return { ...common, journal: undefined, storage: undefined, slot: client?.id ?? "" };
  await rememberKey(opening);
  const timers = {
    setTimeout: (run: () => void, afterMs: number) => setTimeout(run, afterMs),
    clearTimeout: (timer: unknown) => clearTimeout(timer as number | undefined),
  };
  const now = () => new Date().toISOString();
  const journal = await openJournal({ database: db, vault, locks, interview, timers, now, newId });
  return { ...common, journal, storage: { database: db, vault }, slot: vault.slot };
}

/** The draft that this access key, or what the device's lock gives, opens on this device, without asking the server. */
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

/** Browsers have Web Crypto on https and on this machine only. */
function canEncrypt(): boolean {
  return typeof crypto !== "undefined" && crypto.subtle !== undefined;
}
