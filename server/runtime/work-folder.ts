import { readdirSync, rmSync, statSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";

/** In the data folder, not in a common one: what lies in there is somebody's voice. */
const PREFIX = "work-";

/** A folder for one piece of work, for this user only, removed when that is done. */
export async function withWorkFolder<Result>(
  dataFolder: string,
  act: (folder: string) => Promise<Result>,
): Promise<Result> {
  // beside PostgreSQL nothing else makes it
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(dataFolder, PREFIX));
  try {
    return await act(folder);
  } finally {
    // a program that was ended with all that it had started may write its last for a moment
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** No work takes longer: a take may be transcribed for two hours. */
const WORK_MAX_MS = 3 * 3_600_000;

/** Removes what killed servers left, and nothing that another server on the same folder may be working on. */
export function removeLeftovers(
  dataFolder: string,
  now: number,
  { isOnlyServer }: { isOnlyServer: boolean },
): void {
  for (const name of readdirSync(dataFolder).filter((name) => name.startsWith(PREFIX))) {
    const folder = join(dataFolder, name);
    const begun = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (isOnlyServer || begun < now - WORK_MAX_MS) rmSync(folder, { recursive: true, force: true });
  }
}
