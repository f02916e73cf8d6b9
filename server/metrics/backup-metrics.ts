import { Gauge, type Registry } from "prom-client";
import type { NightlyBackups } from "../backups/nightly-backups.ts";

type Watched = { backups: Pick<NightlyBackups, "newest" | "isFailing">; clock: () => number };

/** Read from the folder on each scrape; without a backup, age and size are absent. */
export function watchBackups(registry: Registry, { backups, clock }: Watched): void {
  const registers = [registry];
  const figures: [name: string, help: string, read: () => number | undefined][] = [
    [
      "firsthand_backup_age_seconds",
      "How long ago the newest backup was made.",
      () => secondsSince(backups.newest()?.madeAt, clock()),
    ],
    ["firsthand_backup_bytes", "How large the newest backup is.", () => backups.newest()?.bytes],
    [
      "firsthand_backup_failing",
      "1 where the last nightly backup, or its copy to object storage, failed, else 0.",
      () => Number(backups.isFailing()),
    ],
  ];
  for (const [name, help, read] of figures)
    new Gauge({
      name,
      help,
      registers,
      collect() {
        // a reset would leave 0, which means "just made"
        this.remove();
        const figure = readOrNone(read);
        if (figure !== undefined) this.set(figure);
      },
    });
}

function secondsSince(instant: number | undefined, now: number): number | undefined {
  return instant === undefined ? undefined : Math.max(0, now - instant) / 1_000;
}

/** An unreadable folder must not make the other metrics fail. */
function readOrNone(read: () => number | undefined): number | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
