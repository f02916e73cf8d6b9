import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { endProcess } from "../service/end-process.ts";
import type { Lived, SlowOrder } from "./slow-senders.ts";

/** Runs the slow senders beside the process that measures. */
export function slowProcess() {
  const child = fork(join(import.meta.dirname, "slow-senders.ts"));
  return {
    /** Resolves once the server has ended the last of the connections. */
    async sendSlowly(order: SlowOrder): Promise<Lived> {
      const message = once(child, "message");
      child.send(order);
      const [lived] = (await message) as [Lived];
      return lived;
    },
    close: () => endProcess(child),
  };
}
