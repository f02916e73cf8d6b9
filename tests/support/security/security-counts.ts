import { appendFileSync } from "node:fs";

/** Tells `npm run test:security` how many of something were tried; any other run keeps no count. */
export function countTried(what: string, tried: number): void {
  const file = process.env.SECURITY_COUNTS;
  if (file) appendFileSync(file, `${JSON.stringify({ what, tried })}\n`);
}
