import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PostgresServer } from "../tests/support/peers/postgres-server.ts";

/** The processor time that processes have used so far, in milliseconds, from /proc. */

/** The unit of the times in Linux's /proc. */
const TICKS_A_SECOND = 100;

export function millisecondsOf(pids: number[]): number {
  const times = processTimes();
  return sum(pids.map((pid) => times.find((each) => each.pid === pid)?.ms ?? Number.NaN));
}

/** The time of all of PostgreSQL's processes, including those that have ended. */
export function millisecondsOfPostgres({ folder }: PostgresServer): number {
  const root = Number(readFileSync(join(folder, "data/postmaster.pid"), "utf8").split("\n")[0]);
  const all = processTimes().filter(({ pid, parent }) => pid === root || parent === root);
  return sum(all.map(({ pid, ms, endedMs }) => ms + (pid === root ? endedMs : 0)));
}

/** The time that each process has used so far, and that of its children that have ended. */
function processTimes() {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // the program's name may contain any characters; the fields after it do not
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
        // the process has ended
        return [];
      }
    });
}

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
