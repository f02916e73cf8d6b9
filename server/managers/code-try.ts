import { CODE_WAIT_MAX_HOURS, CODE_WAIT_SECONDS, WRONG_CODES_BEFORE_WAIT } from "#contract/manage/limits.ts";
import { CatalogueError } from "../http/errors.ts";
import type { CodeTry, CodeVerdict } from "../storage/managers/consume-code.ts";
import type { Actor } from "./actor.ts";
import { periodOfCode } from "./authenticator.ts";
import { recoveryHashOf } from "./recovery-codes.ts";

const WAIT_MAX_MS = CODE_WAIT_MAX_HOURS * 3_600_000;

/** What somebody has typed for a code of their app, or for a recovery code. */
export function codeTry(text: string, by: Actor): CodeTry {
  return {
    by,
    recoveryHash: recoveryHashOf(text),
    periodOf: (secret) => periodOfCode(secret, text, by.at),
    waitMs: waitAfter,
  };
}

/** Milliseconds; 0 for the first few, then twice as long each time, up to an end: nobody is locked out for good. */
export function waitAfter(wrongInRow: number): number {
  if (wrongInRow < WRONG_CODES_BEFORE_WAIT) return 0;
  return Math.min(CODE_WAIT_SECONDS * 1_000 * 2 ** (wrongInRow - WRONG_CODES_BEFORE_WAIT), WAIT_MAX_MS);
}

/** What a code that was not taken is answered with: whatever is wrong with it, the same. */
export function codeRefusal(
  refusal: Extract<CodeVerdict, { kind: "wrong" | "waiting" }>,
  now: number,
): CatalogueError {
  if (refusal.kind === "wrong") return new CatalogueError("WRONG_CODE");
  const seconds = Math.ceil((refusal.until - now) / 1_000);
  const details = [{ path: "code", message: `The next code is looked at ${inWords(seconds)}` }];
  return new CatalogueError("TOO_MANY_CODES", { details }, { "retry-after": String(seconds) });
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "in a minute" : `in ${minutes} minutes`;
}
