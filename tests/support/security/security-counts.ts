import { appendFileSync } from "node:fs";

/** Reports to `npm run test:security` how many attempts were made; any other run keeps no count. */
export function countTried(what: string, tried: number): void {
  const file = process.env.SECURITY_COUNTS;
  if (file) appendFileSync(file, `${JSON.stringify({ what, tried })}\n`);
}
