import { readdirSync, rmSync, statSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";

/** In the data folder, not in a common one: what lies in there is somebody's voice. Then whose process it is. */
const PREFIX = "work-";
const NAME = new RegExp(`^${PREFIX}(?:(\\d+)-)?`);

/** A folder for one piece of work, for this user only, removed when that is done. */
export async function withWorkFolder<Result>(
  dataFolder: string,
  act: (folder: string) => Promise<Result>,
): Promise<Result> {
  // beside PostgreSQL nothing else makes it
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(dataFolder, `${PREFIX}${process.pid}-`));
  try {
    return await act(folder);
  } finally {
    // a program that was ended with all that it had started may write its last for a moment
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** No work takes longer: a take may be transcribed for two hours. */
const WORK_MAX_MS = 3 * 3_600_000;

/** Removes what killed servers left, and nothing that a command, or another server on the same folder, may be working on. */
export function removeLeftovers(
  dataFolder: string,
  now: number,
  { isOnlyServer }: { isOnlyServer: boolean },
): void {
  for (const name of readdirSync(dataFolder)) {
    const [isWork, pid] = NAME.exec(name) ?? [];
    if (isWork === undefined) continue;
    const folder = join(dataFolder, name);
    const begun = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? now;
    const isLeft = isOnlyServer && !isAtWork(Number(pid ?? 0));
    if (isLeft || begun < now - WORK_MAX_MS) rmSync(folder, { recursive: true, force: true });
  }
}

/** A folder of this process is an earlier one's of the same number, as in a container: this one has just begun. */
function isAtWork(pid: number): boolean {
  if (pid === 0 || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // another user's
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
