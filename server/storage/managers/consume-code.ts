import { insertEvents, type StorageEvent } from "../audit/events.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { type DataKeyring, INSTALLATION_OWNER } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
/** The origin of a try, for the audit trail. */
export type EventSource = Pick<StorageEvent, "at" | "actor" | "requestId" | "address" | "isNotified">;

/** A try with a typed code, and the rules for it; the functions are pure. */
export type CodeTry = {
  by: EventSource;
  /** SHA-256 of the typed text, hex, if it may be a recovery code. */
  recoveryHash: string | undefined;
  /** The period whose code with this secret was typed; undefined if the code is not currently valid. */
  periodOf(secret: string): number | undefined;
  /** The wait before the next try after this many wrong ones in a row, in milliseconds. */
  waitMs(wrongInRow: number): number;
};

export type CodeVerdict =
  | { kind: "right"; by: "code" | "recovery-code" }
  | { kind: "wrong" }
  /** The code was not checked. */
  | { kind: "waiting"; until: number }
  /** The account has no secret to check the code with. */
  | { kind: "none" };

/**
 * Checks and consumes a code within the transaction that needs it: of two concurrent tries with one code, one is wrong.
 * A recovery code is accepted even during a wait, since it cannot be guessed.
 */
export async function spendCode(
  db: Db,
  seals: DataKeyring,
  { managerId, ...attempt }: CodeTry & { managerId: string },
): Promise<CodeVerdict> {
  const { by, recoveryHash } = attempt;
  if (recoveryHash !== undefined && (await spendRecoveryCode(db, managerId, recoveryHash))) {
    await change(db, managerId, { wrong_in_row: 0, wait_until: null });
    return { kind: "right", by: "recovery-code" };
  }
  const factor = await countTry(db, managerId, by.at);
  if (!factor) return whyNotJudged(db, managerId);
  const { unseal } = await seals.toRead(db, INSTALLATION_OWNER);
  const period = attempt.periodOf(unseal(sealingContexts.secondFactor(managerId), factor.secret));
  if (period !== undefined && period > factor.last_period) {
    await change(db, managerId, { last_period: period, wrong_in_row: 0, wait_until: null });
    return { kind: "right", by: "code" };
  }
  const waitMs = attempt.waitMs(factor.wrong_in_row);
  if (waitMs > 0) await change(db, managerId, { wait_until: by.at + waitMs });
  const waits = waitMs > 0 ? ` waits ${Math.round(waitMs / 1_000)} s` : "";
  await insertEvents(db, [{ ...by, kind: "manager.refused", detail: `wrong-code ${managerId}${waits}` }]);
  return { kind: "wrong" };
}

/** Counts a try as wrong before it is checked: updating the row first prevents concurrent checks. */
function countTry(db: Db, managerId: string, at: number) {
  return db
    .updateTable("second_factors")
    .set((row) => ({ wrong_in_row: row("wrong_in_row", "+", 1) }))
    .where("manager_id", "=", managerId)
    .where((row) => row.or([row("wait_until", "is", null), row("wait_until", "<=", at)]))
    .returningAll()
    .executeTakeFirst();
}

async function whyNotJudged(db: Db, managerId: string): Promise<CodeVerdict> {
  const row = await db
    .selectFrom("second_factors")
    .select("wait_until")
    .where("manager_id", "=", managerId)
    .executeTakeFirst();
  return row?.wait_until ? { kind: "waiting", until: row.wait_until } : { kind: "none" };
}

async function spendRecoveryCode(db: Db, managerId: string, codeHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("recovery_codes")
    .where("manager_id", "=", managerId)
    .where("code_hash", "=", codeHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

async function change(db: Db, managerId: string, values: Partial<Tables["second_factors"]>): Promise<void> {
  await db.updateTable("second_factors").set(values).where("manager_id", "=", managerId).execute();
}
