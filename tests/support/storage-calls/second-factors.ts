import fc from "fast-check";
import { signInWays } from "#contract/manage/sessions.ts";
import type { FactorTry } from "../../../server/storage/managers/second-factors.ts";
import { anEvent, call, life, managerId, mostly, SECOND, token } from "./pool.ts";

const SECRET = "a secret";
/** A right code belongs to the second in which it is typed. */
const typed = fc.constantFrom("right", "right", "right", "early", "wrong", "recovery a", "recovery b");
const codeHashes = fc.subarray(["hash of recovery a", "hash of recovery b"], { minLength: 1 });
const attempt = fc.record({ managerId, typed, keptToken: token });
type Attempt = typeof attempt extends fc.Arbitrary<infer Value> ? Value : never;

function tryOf({ managerId: id, typed: words, keptToken }: Attempt, at: number): FactorTry {
  return {
    managerId: id,
    keptToken,
    by: { at, actor: id, address: "192.0.2.0/24" },
    recoveryHash: words.startsWith("recovery") ? `hash of ${words}` : undefined,
    periodOf: (secret) => {
      if (secret !== SECRET || words === "wrong") return undefined;
      return Math.floor(at / SECOND) - Number(words === "early");
    },
    waitMs: (wrongInRow) => (wrongInRow < 2 ? 0 : SECOND * wrongInRow),
  };
}

export const secondFactorCalls = {
  "secondFactors.begin": call(
    fc.record({ managerId, secret: mostly(SECRET, "another") }),
    ({ storage }, args) => storage.secondFactors.begin(args.managerId, args.secret),
  ),
  "secondFactors.confirm": call(fc.record({ attempt, codeHashes }), ({ storage }, args, at) =>
    storage.secondFactors.confirm(tryOf(args.attempt, at), args.codeHashes),
  ),
  "secondFactors.renewRecoveryCodes": call(fc.record({ attempt, codeHashes }), ({ storage }, args, at) =>
    storage.secondFactors.renewRecoveryCodes(tryOf(args.attempt, at), args.codeHashes),
  ),
  "secondFactors.turnOff": call(attempt, ({ storage }, args, at) =>
    storage.secondFactors.turnOff(tryOf(args, at)),
  ),
  "secondFactors.spendCode": call(attempt, ({ storage }, args, at) =>
    storage.secondFactors.spendCode(tryOf(args, at)),
  ),
  "secondFactors.remove": call(managerId, ({ storage }, id, at) =>
    storage.secondFactors.remove(id, [anEvent("manager.second-factor-removed", at)]),
  ),
  "secondFactors.countRecoveryCodes": call(managerId, ({ storage }, id) =>
    storage.secondFactors.countRecoveryCodes(id),
  ),
  "secondFactors.beginStep": call(
    fc.record({ managerId, token, way: fc.constantFrom(...signInWays), life, sets: fc.boolean() }),
    ({ storage }, args, at) =>
      storage.secondFactors.beginStep(
        {
          tokenHash: `step ${args.token}`,
          managerId: args.managerId,
          way: args.way,
          expiresAt: at + args.life,
          passwordHash: args.sets ? `hash of ${args.token}` : null,
        },
        [anEvent("manager.code-asked", at)],
      ),
  ),
  "secondFactors.passStep": call(
    fc.record({ attempt, step: token, session: token, life }),
    ({ storage }, args, at) => {
      const { managerId: _, keptToken: __, ...tried } = tryOf(args.attempt, at);
      const times = { createdAt: at, lastUsedAt: at, expiresAt: at + args.life };
      const session = { tokenHash: args.session, address: null, device: null, browserHash: null, ...times };
      return storage.secondFactors.passStep({
        tokenHash: `step ${args.step}`,
        attempt: tried,
        session,
        max: 2,
      });
    },
  ),
};
