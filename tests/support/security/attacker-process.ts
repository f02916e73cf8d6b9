import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { endProcess } from "../service/end-process.ts";
import type { Order } from "./attacker.ts";

/** Runs the attacker beside the process that measures. */
export function attackerProcess() {
  const child = fork(join(import.meta.dirname, "attacker.ts"));
  const give = (order: Order) => child.send(order);
  return {
    begin: (order: Exclude<Order, "end">) => void give(order),
    /** Ends the attack; returns the number of connections that were made. */
    async end(): Promise<number> {
      const message = once(child, "message");
      give("end");
      const [connections] = (await message) as [number];
      return connections;
    },
    close: () => endProcess(child),
  };
}
