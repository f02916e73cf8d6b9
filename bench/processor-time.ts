import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PostgresServer } from "../tests/support/peers/postgres-server.ts";

/** Milliseconds of processor time that processes have used so far, by /proc. */

/** Linux's, of the times in /proc. */
const TICKS_A_SECOND = 100;

export function millisecondsOf(pids: number[]): number {
  const times = processTimes();
  return sum(pids.map((pid) => times.find((each) => each.pid === pid)?.ms ?? Number.NaN));
}

/** All of its processes, with those that have ended. */
export function millisecondsOfPostgres({ folder }: PostgresServer): number {
  const root = Number(readFileSync(join(folder, "data/postmaster.pid"), "utf8").split("\n")[0]);
  const all = processTimes().filter(({ pid, parent }) => pid === root || parent === root);
  return sum(all.map(({ pid, ms, endedMs }) => ms + (pid === root ? endedMs : 0)));
}

/** What each process has used of the processor so far, and what those of its children had that have ended. */
function processTimes() {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // the name of the program may hold anything; the fields after it do not
        const fields = readFileSync(`/proc/${name}/stat`, "utf8")
          .replace(/^.*\) /s, "")
          .split(" ");
        const [user, system, endedUser, endedSystem] = fields
          .slice(11, 15)
          .map((ticks) => (Number(ticks) * 1000) / TICKS_A_SECOND);
        return [
          {
            pid: Number(name),
            parent: Number(fields[1]),
            ms: (user ?? 0) + (system ?? 0),
            endedMs: (endedUser ?? 0) + (endedSystem ?? 0),
          },
        ];
      } catch {
        // it has ended
        return [];
      }
    });
}

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
