import { setPriority } from "node:os";
import type { ServerClient } from "../service/server-process.ts";
import { attacks, type Target } from "./attacks.ts";
import { floods } from "./floods.ts";

/**
 * A separate program with a low priority: a real attacker has separate processors, so this one uses only what the
 * others leave. It receives which attack to begin and when to end it, and reports how many connections it made.
 */
export type Order = { name: string; target: Target & { flooding?: ServerClient[] } } | "end";

let running: { end: () => Promise<number> } | undefined;
setPriority(19);
process.on("message", (order: Order) => {
  if (order === "end") void running?.end().then((connections) => process.send?.(connections));
  else {
    const { name, target } = order;
    running = attacks[name]?.(target) ?? floods[name]?.({ flooding: [], ...target });
  }
});
