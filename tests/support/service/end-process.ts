import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Ends a process that a test has started; settles once the process is gone. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill();
  await ended;
}
