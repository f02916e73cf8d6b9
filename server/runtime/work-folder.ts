import { readdirSync, rmSync, statSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * In the data folder and not in a shared one, because it contains recordings of people. The process id follows the
 * prefix.
 */
const PREFIX = "work-";
const NAME = new RegExp(`^${PREFIX}(?:(\\d+)-)?`);

/** Makes a folder for one piece of work, accessible to this user only, and removes it afterwards. */
export async function withWorkFolder<Result>(
  dataFolder: string,
  act: (folder: string) => Promise<Result>,
): Promise<Result> {
  // with PostgreSQL, nothing else creates the data folder
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(dataFolder, `${PREFIX}${process.pid}-`));
  try {
    return await act(folder);
  } finally {
    // a killed program's children may still write for a moment
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Longer than any work takes: a transcription may take two hours. */
const WORK_MAX_MS = 3 * 3_600_000;

/**
 * Removes folders of killed servers, but none that a command, or another server on the same data folder, may be using.
 */
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

/** A folder with this process's own id is from an earlier process with the same id, as in a container. */
function isAtWork(pid: number): boolean {
  if (pid === 0 || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // a process of another user
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
