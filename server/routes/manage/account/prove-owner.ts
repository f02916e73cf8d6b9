import type { FastifyInstance, FastifyRequest } from "fastify";
import { SIGN_IN_FAILURES, SIGN_IN_FAILURES_WINDOW_MINUTES } from "#contract/manage/limits.ts";
import type { OwnerProof } from "#contract/manage/owner-proof.ts";
import { CatalogError } from "../../../http/errors.ts";
import { createLimit, throwIfLimited } from "../../../limits/limit.ts";
import { eventOf } from "../../../managers/actor.ts";
import { oneAtATime } from "../../../managers/one-at-a-time.ts";
import { demandCode } from "../../../managers/second-factor.ts";
import { signedInPerson } from "../../authentication.ts";
import type { Dependencies } from "../../dependencies.ts";
import { actorOf } from "../request-actor.ts";
import type { GuessNotice } from "./guess-notice.ts";

/** For this long after a sign-in by OpenID Connect, no further proof is needed. */
const FRESH_MS = 15 * 60_000;

export type ProveOwner = ReturnType<typeof ownerProof>;

/**
 * Asks the signed-in person for proof of identity again: an open tab is not enough to change how the person signs in,
 * or to create what outlives the session (ASVS 7.5.1). Wrong passwords are counted by account, across all networks.
 */
export function ownerProof(app: FastifyInstance, dependencies: Dependencies, guesses: GuessNotice) {
  const { storage, passwords, clock, config } = dependencies;
  const inTurn = oneAtATime();
  const failures = createLimit(app, {
    name: "password/session",
    max: SIGN_IN_FAILURES,
    windowMs: SIGN_IN_FAILURES_WINDOW_MINUTES * 60_000,
    keyOf: (request) => request.signedIn?.manager.managerId ?? "",
  });

  async function demandPassword(request: FastifyRequest, password: string): Promise<void> {
    const { managerId, passwordHash } = signedInPerson(request).manager;
    const isRight = await inTurn(managerId, async () => {
      throwIfLimited(await failures.look(request));
      if (await passwords.verify(password, passwordHash)) return true;
      await failures.count(request);
      return false;
    });
    if (isRight) return;
    const actor = actorOf(request, clock());
    const detail = `wrong-password ${managerId} in a session`;
    await storage.audit.record(eventOf(actor, "manager.refused", { detail }));
    await guesses.count(request, managerId);
    throw new CatalogError("WRONG_PASSWORD");
  }

  return {
    demandPassword,

    /**
     * Asks for the password, and for a code if a second factor is on. Accounts without a password need a recent
     * sign-in.
     */
    async demandProof(request: FastifyRequest, { password, code }: OwnerProof): Promise<void> {
      const { manager, begunAt = 0 } = signedInPerson(request);
      if (config.isOpenIdOnly || manager.passwordHash === null) {
        if (begunAt + FRESH_MS < clock()) throw new CatalogError("SIGN_IN_AGAIN");
        return;
      }
      // a call that omits one of them is not a guess, and is not counted
      if (password === undefined) throw missing("password", "Expected your own password");
      const asksForCode = manager.secondFactorAt !== null;
      if (asksForCode && code === undefined) throw missing("code", "Expected a code of your second factor");
      await demandPassword(request, password);
      if (!asksForCode || code === undefined) return;
      await demandCode(storage, { managerId: manager.managerId, code }, actorOf(request, clock()));
    },
  };
}

function missing(path: keyof OwnerProof, message: string): CatalogError {
  return new CatalogError("VALIDATION_ERROR", { details: [{ path, message }] });
}
