import { readdirSync, readFileSync } from "node:fs";

const KILOBYTE = 1024;

/** The resident memory of a process and its descendants. */
export function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return childrenOf(pid).reduce((sum, child) => sum + residentBytes(child), Number(kilobytes) * KILOBYTE);
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );
}
