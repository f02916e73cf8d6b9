import type { SignInWay } from "#contract/manage/sessions.ts";
import { insertEvents, type StorageEvent } from "../audit/events.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { type CodeTry, type CodeVerdict, type EventSource, spendCode } from "./consume-code.ts";
import { insertSession, type ManagerSession } from "./manager-sessions.ts";
import { managerOf, type StoredManager, setPasswordByLink } from "./managers.ts";

/** A sign-in that still needs a code. */
export type SecondStepRow = {
  /** SHA-256 of the token, hex. */
  tokenHash: string;
  managerId: string;
  /** The first way of signing in, which has succeeded. */
  way: SignInWay;
  expiresAt: number;
  /** The hash of the password that a link sets after the right code; null without a new password. */
  passwordHash: string | null;
};

/** A try to finish the sign-in, and the session that then begins. */
export type SecondStepTry = {
  tokenHash: string;
  attempt: CodeTry;
  session: Omit<ManagerSession, "managerId" | "way">;
  /** The number of newest sessions that the account keeps. */
  max: number;
};

export type SecondStepOutcome =
  | { kind: "entered"; manager: StoredManager }
  | Exclude<CodeVerdict, { kind: "right" } | { kind: "none" }>
  /** The step was used, has expired, never began, or ended because its account, password or factor changed. */
  | { kind: "over" };

/** The step between a right password and the code. */
export function secondStepQueries(engine: Engine, seals: DataKeyring) {
  return {
    beginStep: (
      { tokenHash, managerId, way, expiresAt, passwordHash }: SecondStepRow,
      events: StorageEvent[],
    ): Promise<void> =>
      engine.write(async (db) => {
        await db
          .insertInto("second_steps")
          .values({
            token_hash: tokenHash,
            manager_id: managerId,
            way,
            expires_at: expiresAt,
            password_hash: passwordHash,
          } satisfies Tables["second_steps"])
          .execute();
        await insertEvents(db, events);
      }),

    /** A right code begins the session; after a wrong one, another try is possible. */
    passStep: ({ tokenHash, attempt, session, max }: SecondStepTry): Promise<SecondStepOutcome> =>
      engine.write(async (db) => {
        const { by } = attempt;
        const row = await db
          .selectFrom("second_steps as step")
          .innerJoin("managers", "managers.manager_id", "step.manager_id")
          .selectAll("managers")
          .select(["step.way", "step.password_hash as new_password_hash"])
          .where("step.token_hash", "=", tokenHash)
          .where("step.expires_at", ">", by.at)
          .where("managers.revoked_at", "is", null)
          .where("managers.second_factor_at", "is not", null)
          .executeTakeFirst();
        if (!row) return { kind: "over" };
        const manager = managerOf(row);
        const { managerId } = manager;
        const verdict = await spendCode(db, seals, { ...attempt, managerId });
        if (verdict.kind === "none") return { kind: "over" };
        if (verdict.kind !== "right") return verdict;
        await db.deleteFrom("second_steps").where("token_hash", "=", tokenHash).execute();
        if (row.new_password_hash !== null) await setPassword(db, managerId, row.new_password_hash, by);
        await insertSession(db, { ...session, managerId, way: row.way }, max);
        const detail = `${row.way} ${verdict.by}`;
        await insertEvents(db, [{ ...by, actor: managerId, kind: "manager.signed-in", detail }]);
        return { kind: "entered", manager };
      }),
  };
}

/** Sets the new password of a link. */
async function setPassword(db: Db, managerId: string, passwordHash: string, by: EventSource) {
  await setPasswordByLink(db, managerId, passwordHash);
  await insertEvents(db, [{ ...by, actor: managerId, kind: "manager.password-set", detail: "by a link" }]);
}
