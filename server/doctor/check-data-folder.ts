import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Check } from "#contract/manage/checks.ts";

/** The part of `statfs` that the check uses. */
export type Disk = { type: number; bsize: number; bavail: number };
export type CheckFolderOptions = {
  folder: string;
  holdsDatabase: boolean;
  diskOf?: (folder: string) => Disk;
};

/** File system types by the magic numbers of statfs(2). SQLite's locks are not reliable on these. */
const NETWORK_FILE_SYSTEMS: { [type: number]: string } = {
  26985: "NFS",
  20859: "SMB",
  4283649346: "CIFS",
  4266872130: "SMB",
  1397113167: "AFS",
  16914839: "9p",
  12805120: "Ceph",
};

const MEGABYTE = 1_000_000;
const FREE_FAILS_BYTES = 100 * MEGABYTE;
const FREE_WARNS_BYTES = 1_000 * MEGABYTE;
const OTHERS = 0o077;

/** Whether the server can write to its folder, and other users cannot read it. */
export function checkDataFolder({ folder, holdsDatabase, diskOf = statfsSync }: CheckFolderOptions): Check {
  const name = "data folder";
  if (!existsSync(folder))
    return {
      name,
      state: "failed",
      found: `${folder} doesn't exist.`,
      advice: 'Set FIRSTHAND_DATA to the folder that the server uses. "firsthand serve" makes a new one.',
    };
  const failure = accessFailure(folder) ?? ownerFailure(folder);
  if (failure) return { name, state: "failed", ...failure };
  const disk = diskOf(folder);
  // some systems return a signed number
  const network = NETWORK_FILE_SYSTEMS[disk.type >>> 0];
  if (network !== undefined && holdsDatabase)
    return {
      name,
      state: "failed",
      found: `${folder} is on a network share (${network}), where SQLite loses data.`,
      advice: "Move the folder to a local disk, or use PostgreSQL.",
    };
  const free = disk.bsize * disk.bavail;
  const freeText = `${(free / MEGABYTE).toLocaleString("en", { maximumFractionDigits: 0 })} MB free`;
  if (free < FREE_WARNS_BYTES)
    return {
      name,
      state: free < FREE_FAILS_BYTES ? "failed" : "warning",
      found: `${folder} has only ${freeText}.`,
      advice: "Make room on that disk before it is full.",
    };
  if ((statSync(folder).mode & OTHERS) !== 0)
    return {
      name,
      state: "warning",
      found: `Other users of this machine can open ${folder}.`,
      advice: `Run "chmod 700 ${folder}".`,
    };
  return { name, state: "ok", found: `${folder}, ${freeText}.` };
}

type Failure = Pick<Check, "found" | "advice">;

function accessFailure(folder: string): Failure | undefined {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch {
    return {
      found: `This user can't write to ${folder}.`,
      advice: "Run the command as the user that the server runs as.",
    };
  }
}

/** A file that root left behind, for example from a command, keeps the server from starting. */
function ownerFailure(folder: string): Failure | undefined {
  const { uid } = statSync(folder);
  const foreign = readdirSync(folder)
    .map((file) => join(folder, file))
    .find((file) => (statSync(file, { throwIfNoEntry: false })?.uid ?? uid) !== uid);
  if (foreign === undefined) return undefined;
  return {
    found: `${foreign} and its folder belong to different users, so the server may not be able to open it.`,
    advice: `Run "chown --reference=${folder} ${foreign}".`,
  };
}
