import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

const PACK = join(import.meta.dirname, "../../../scripts/release.ts");

/** The environment of a machine without Node.js and without our settings. */
export const BARE = { PATH: "/usr/bin:/bin" };

/** Packs the build into this folder, as `npm run release` does. Returns the files: tarball, package, checksums. */
export function packRelease(folder: string): string[] {
  const packing = execFileSync(process.execPath, [PACK, folder]);
  return packing.toString().trim().split("\n");
}

/** Unpacks a tarball into this folder. Returns the path of the program. */
export function unpackRelease(tarball: string, folder: string): string {
  execFileSync("tar", ["xf", tarball, "-C", folder]);
  const [unpacked = ""] = readdirSync(folder).filter((name) => name.startsWith("firsthand-"));
  return join(folder, unpacked, "firsthand");
}
