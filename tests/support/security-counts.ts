import { appendFileSync } from "node:fs";

/** Where the counts go that a run of the security tests is to tell; unset, they are told nobody. */
const FILE = "FIRSTHAND_SECURITY_COUNTS";

/** Tells how much was tried, as one line of JSON. */
export function countTried(what: string, tried: number): void {
  const file = process.env[FILE];
  if (file) appendFileSync(file, `${JSON.stringify({ what, tried })}\n`);
}
