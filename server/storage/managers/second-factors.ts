import type { EventKind, StorageEvent } from "../audit/events.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { type DataKeyring, INSTALLATION_OWNER } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
import { insertAccountEvents } from "./account-events.ts";
import { type CodeTry, type CodeVerdict, spendCode } from "./consume-code.ts";
import { endAccessOf, endSessionsOf } from "./end-sessions.ts";

/** A code for changing a factor, entered by its owner in a session that stays. */
export type FactorTry = CodeTry & { managerId: string; keptToken: string };
type Proven = { whileOn: boolean; kind: EventKind; act: (db: Db) => Promise<void> };

/**
 * Second factors: a secret shared with an authenticator app, and recovery codes. The account row says whether one is
 * on.
 */
export function secondFactorQueries(engine: Engine, seals: DataKeyring) {
  /** Acts if the code is right. `none` if the factor is not in the required state. */
  function prove(attempt: FactorTry, { whileOn, kind, act }: Proven): Promise<CodeVerdict> {
    return engine.write(async (db) => {
      if ((await isOn(db, attempt.managerId)) !== whileOn) return { kind: "none" };
      const verdict = await spendCode(db, seals, attempt);
      if (verdict.kind !== "right") return verdict;
      await act(db);
      await insertAccountEvents(db, attempt.managerId, [{ ...attempt.by, kind, detail: "by the owner" }]);
      return verdict;
    });
  }

  return {
    /** Replaces an unconfirmed secret. False if a factor is on. */
    begin: (managerId: string, secret: string): Promise<boolean> =>
      engine.write(async (db) => {
        if (await isOn(db, managerId)) return false;
        const { seal } = await seals.toWrite(db, INSTALLATION_OWNER);
        const sealed = seal(sealingContexts.secondFactor(managerId), secret);
        const row = { secret: sealed, last_period: 0, wrong_in_row: 0, wait_until: null };
        await db
          .insertInto("second_factors")
          .values({ manager_id: managerId, ...row } satisfies Tables["second_factors"])
          .onConflict((conflict) => conflict.column("manager_id").doUpdateSet(row))
          .execute();
        return true;
      }),

    /** Turns the factor on and ends every other session. `none` if a factor is on, or was not begun. */
    confirm: (attempt: FactorTry, codeHashes: string[]): Promise<CodeVerdict> =>
      prove(attempt, {
        whileOn: false,
        kind: "manager.second-factor-on",
        async act(db) {
          const { managerId, by, keptToken } = attempt;
          await mark(db, managerId, by.at);
          await replaceCodes(db, managerId, codeHashes);
          await endSessionsOf(db, managerId, keptToken);
        },
      }),

    /** Replaces the recovery codes. `none` if the factor is off. */
    renewRecoveryCodes: (attempt: FactorTry, codeHashes: string[]): Promise<CodeVerdict> =>
      prove(attempt, {
        whileOn: true,
        kind: "manager.recovery-codes-made",
        act: (db) => replaceCodes(db, attempt.managerId, codeHashes),
      }),

    /** Turns the factor off and ends every other session. `none` if the factor is off. */
    turnOff: (attempt: FactorTry): Promise<CodeVerdict> =>
      prove(attempt, {
        whileOn: true,
        kind: "manager.second-factor-off",
        async act(db) {
          await drop(db, attempt.managerId);
          await endSessionsOf(db, attempt.managerId, attempt.keptToken);
        },
      }),

    /** Only consumes a code. `none` if the factor is off. */
    spendCode: (attempt: CodeTry & { managerId: string }): Promise<CodeVerdict> =>
      engine.write(async (db) =>
        (await isOn(db, attempt.managerId)) ? spendCode(db, seals, attempt) : { kind: "none" },
      ),

    /**
     * Removes the factor without a code, and ends all sessions and API tokens of the account. False if no factor was
     * on.
     */
    remove: (managerId: string, events: StorageEvent[]): Promise<boolean> =>
      engine.write(async (db) => {
        if (!(await isOn(db, managerId))) return false;
        await drop(db, managerId);
        await endAccessOf(db, managerId);
        await insertAccountEvents(db, managerId, events);
        return true;
      }),

    /** How many of an account's recovery codes are unused. */
    countRecoveryCodes: (managerId: string): Promise<number> =>
      engine.read(async (db) => {
        const { count } = await db
          .selectFrom("recovery_codes")
          .where("manager_id", "=", managerId)
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow();
        return Number(count);
      }),
  };
}

async function isOn(db: Db, managerId: string): Promise<boolean> {
  const row = await db
    .selectFrom("managers")
    .select("second_factor_at")
    .where("manager_id", "=", managerId)
    .executeTakeFirst();
  return row !== undefined && row.second_factor_at !== null;
}

async function mark(db: Db, managerId: string, at: number | null): Promise<void> {
  await db
    .updateTable("managers")
    .set({ second_factor_at: at })
    .where("manager_id", "=", managerId)
    .execute();
}

async function drop(db: Db, managerId: string): Promise<void> {
  for (const table of ["recovery_codes", "second_factors"] as const)
    await db.deleteFrom(table).where("manager_id", "=", managerId).execute();
  await mark(db, managerId, null);
}

async function replaceCodes(db: Db, managerId: string, codeHashes: string[]): Promise<void> {
  await db.deleteFrom("recovery_codes").where("manager_id", "=", managerId).execute();
  const rows = codeHashes.map((codeHash) => ({ manager_id: managerId, code_hash: codeHash }));
  await db.insertInto("recovery_codes").values(rows).execute();
}
