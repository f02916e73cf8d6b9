import { readdirSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";

/** In the data folder, not in a common one: what lies in there is somebody's voice. */
const PREFIX = "work-";

/** A folder for one piece of work, for this user only, removed when that is done. */
export async function withWorkFolder<Result>(
  dataFolder: string,
  act: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(dataFolder, PREFIX));
  try {
    return await act(folder);
  } finally {
    // a program that was ended with all that it had started may write its last for a moment
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Removes what a killed server left; for the start of the only server on the folder. */
export function removeLeftovers(dataFolder: string): void {
  const left = readdirSync(dataFolder).filter((name) => name.startsWith(PREFIX));
  for (const name of left) rmSync(join(dataFolder, name), { recursive: true, force: true });
}
