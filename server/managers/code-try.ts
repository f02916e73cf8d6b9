import { CODE_WAIT_MAX_HOURS, CODE_WAIT_SECONDS, WRONG_CODES_BEFORE_WAIT } from "#contract/manage/limits.ts";
import { CatalogError } from "../http/errors.ts";
import type { CodeTry, CodeVerdict } from "../storage/managers/consume-code.ts";
import type { Actor } from "./actor.ts";
import { periodOfCode } from "./authenticator.ts";
import { recoveryHashOf } from "./recovery-codes.ts";

const WAIT_MAX_MS = CODE_WAIT_MAX_HOURS * 3_600_000;

/** An attempt with text that may be a code of an authenticator app or a recovery code. */
export function codeTry(text: string, by: Actor): CodeTry {
  return {
    by,
    recoveryHash: recoveryHashOf(text),
    periodOf: (secret) => periodOfCode(secret, text, by.at),
    waitMs: waitAfter,
  };
}

/** Milliseconds: 0 for the first few, then doubling up to a maximum, so that no account is locked forever. */
export function waitAfter(wrongInRow: number): number {
  if (wrongInRow < WRONG_CODES_BEFORE_WAIT) return 0;
  return Math.min(CODE_WAIT_SECONDS * 1_000 * 2 ** (wrongInRow - WRONG_CODES_BEFORE_WAIT), WAIT_MAX_MS);
}

/** The error for a refused code; it is the same whatever is wrong with the code. */
export function codeRefusal(
  refusal: Extract<CodeVerdict, { kind: "wrong" | "waiting" }>,
  now: number,
): CatalogError {
  if (refusal.kind === "wrong") return new CatalogError("WRONG_CODE");
  const seconds = Math.ceil((refusal.until - now) / 1_000);
  const details = [{ path: "code", message: `The next code is looked at ${inWords(seconds)}` }];
  return new CatalogError("TOO_MANY_CODES", { details }, { "retry-after": String(seconds) });
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "in a minute" : `in ${minutes} minutes`;
}
