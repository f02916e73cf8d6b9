import { closeSync, openSync, readFileSync, readSync, renameSync, statSync, writeSync } from "node:fs";
import { basename } from "node:path";
import { bucketOf, type FileBucket } from "../object-store/bucket.ts";
import { BACKUPS_PREFIX } from "../object-store/bucket-texts.ts";
import type { Lookup } from "../outgoing/guarded-lookup.ts";
import type { Config } from "../settings/config.ts";
import { backupBucketTexts } from "../settings/object-store-settings.ts";
import { placeFile } from "../storage/engine/atomic-write.ts";
import { StorageRefusal, StorageUnavailable } from "../storage/engine/faults.ts";
import { giveToOwner } from "../storage/engine/file-owner.ts";
import type { FoundBackup } from "./backup-folder.ts";
import { parseBackupName } from "./backup-name.ts";

/**
 * Copies of backups in object storage. Each installation has a folder named by its id, because installations may share
 * a bucket. The folder also contains the newest `firsthand.keys` and the list `erased`.
 */
export type OffSiteStore = {
  /** The backups of all installations, newest first. Every method rejects with StorageRefusal. */
  list(): Promise<OffSiteBackup[]>;
  /** Uploads a file under its name, completely or not at all. */
  put(installationId: string, file: string): Promise<void>;
  /** Downloads a copy and replaces the local file; false if there is no such copy. */
  bring(installationId: string, file: string): Promise<boolean>;
  drop(installationId: string, names: string[]): Promise<void>;
  /** What prevents its use, and what to do; undefined if all is well. */
  problem(): Promise<string | undefined>;
};
export type OffSiteBackup = FoundBackup & { installationId: string };

/** The size of one request. A store takes parts of at least 5 MiB, and at most 10,000 of them. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_MAX = 10_000;

type OffSiteMeans = { lookup: Lookup; clock: () => number };

/** Undefined if the settings name no object storage for backups. */
export function openOffSite(config: Config, means: OffSiteMeans): OffSiteStore | undefined {
  const bucket = bucketOf(backupBucketTexts(config), means, BACKUPS_PREFIX);
  return bucket && offSiteIn(bucket);
}

function offSiteIn(bucket: FileBucket): OffSiteStore {
  async function refusing<Result>(act: () => Promise<Result>): Promise<Result> {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      // the bucket's own description of the problem also says what to do
      throw new StorageRefusal((await bucket.problem()) ?? error.message, { cause: error });
    }
  }

  const objectOf = async (key: string) => {
    for await (const object of bucket.objects(key)) if (object.key === key) return object;
    return undefined;
  };

  return {
    list: () =>
      refusing(async () => {
        const found: OffSiteBackup[] = [];
        for await (const { key, bytes } of bucket.objects("")) {
          const [installationId = "", name = "", ...deeper] = key.split("/");
          const named = deeper.length === 0 ? parseBackupName(name) : undefined;
          if (named) found.push({ ...named, installationId, bytes });
        }
        return found.sort((one, other) => other.madeAt - one.madeAt);
      }),

    put: (installationId, file) =>
      refusing(async () => {
        const key = `${installationId}/${basename(file)}`;
        const bytes = statSync(file).size;
        if (bytes <= PART_BYTES) return bucket.put(key, readFileSync(file));
        await bucket.putParts(key, partsOf(file, Math.max(PART_BYTES, Math.ceil(bytes / PARTS_MAX))));
      }),

    bring: (installationId, file) =>
      refusing(async () => {
        const key = `${installationId}/${basename(file)}`;
        const object = await objectOf(key);
        if (!object) return false;
        await placeFile(file, {
          async make(temporary) {
            await download(bucket, object, temporary);
            giveToOwner(temporary, file);
          },
          put: (temporary) => renameSync(temporary, file),
        });
        return true;
      }),

    drop: (installationId, names) =>
      refusing(async () => {
        for (const name of names) await bucket.drop(`${installationId}/${name}`);
      }),

    problem: () => bucket.problem(),
  };
}

async function download(
  bucket: FileBucket,
  { key, bytes }: { key: string; bytes: number },
  file: string,
): Promise<void> {
  const open = openSync(file, "w");
  try {
    for (let first = 0; first < bytes; first += PART_BYTES) {
      const part = await bucket.read(key, { first, last: Math.min(first + PART_BYTES, bytes) - 1 });
      // one call may write only part of the data
      for (let written = 0; written < part.length; ) written += writeSync(open, part, written);
    }
  } finally {
    closeSync(open);
  }
}

async function* partsOf(file: string, partBytes: number): AsyncGenerator<Uint8Array> {
  const open = openSync(file, "r");
  try {
    for (;;) {
      const part = Buffer.alloc(partBytes);
      const length = readFully(open, part);
      if (length > 0) yield part.subarray(0, length);
      if (length < partBytes) return;
    }
  } finally {
    closeSync(open);
  }
}

/** One call may read only part of the data. */
function readFully(open: number, part: Uint8Array): number {
  let length = 0;
  for (;;) {
    const read = readSync(open, part, length, part.length - length, null);
    length += read;
    if (read === 0 || length === part.length) return length;
  }
}
