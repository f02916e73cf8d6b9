import { setPriority } from "node:os";
import { attacks, type Target } from "./attacks.ts";

/**
 * A program of its own: a real attacker has processors of its own too, so this one takes what the others leave. It is told what
 * to begin, and when to end it; then it tells how many connections it made.
 */
export type Order = { name: string; target: Target } | "end";

let running: { end: () => Promise<number> } | undefined;
setPriority(19);
process.on("message", (order: Order) => {
  if (order === "end") void running?.end().then((connections) => process.send?.(connections));
  else running = attacks[order.name]?.(order.target);
});
