import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { applyCall, type Disk, FATES, type Fate, isChange, writeImage } from "./disk-images.ts";
import type { SystemCall } from "./strace.ts";

export type PowerCut = {
  /** The folder that the machine finds after the power cut. */
  folder: string;
  /** Everything that the program had printed by then. */
  said: string;
  /** A description of the moment for a failure's message. */
  moment: string;
};

type Recording = { disk: Disk; calls: SystemCall[]; random: () => number };

/** Images are written to memory if possible, since these tests only read them. */
const MEMORY = "/dev/shm";

/** Cuts the power at `count` random moments of a recording, and looks at what each cut leaves. */
export async function cutPower(
  { disk, calls, random }: Recording,
  count: number,
  look: (cut: PowerCut) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), "firsthand-image-"));
  const changes = calls.filter((call) => isChange(disk, call) || isSaying(call));
  const cuts = Array.from({ length: count }, () => Math.floor(random() * (changes.length + 1))).sort(
    (a, b) => a - b,
  );
  let said = "";
  for (let done = 0; done <= changes.length; done++) {
    for (; cuts[0] === done; cuts.shift()) {
      const fate = FATES[Math.floor(random() * FATES.length)] as Fate;
      writeImage(disk, folder, fate, random);
      copySecrets(disk.folder, folder);
      await look({
        folder,
        said,
        moment: `after call ${done} of ${changes.length}, unflushed writes ${fate}`,
      });
      rmSync(folder, { recursive: true });
    }
    const call = changes[done];
    if (!call) continue;
    if (isSaying(call)) said += call.bytes.toString();
    applyCall(disk, call);
  }
}

function isSaying({ name, fd }: SystemCall): boolean {
  return name === "write" && fd === 1;
}

/** The secrets are flushed before a database exists, so every image has them. */
function copySecrets(from: string, to: string): void {
  if (existsSync(join(from, "secrets.json")))
    copyFileSync(join(from, "secrets.json"), join(to, "secrets.json"));
}
