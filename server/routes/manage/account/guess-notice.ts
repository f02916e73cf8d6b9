import type { FastifyInstance, FastifyRequest } from "fastify";
import { DAY_MS } from "#contract/instants.ts";
import { GUESSES_BEFORE_NOTICE } from "#contract/manage/limits.ts";
import { createLimit } from "../../../limits/limit.ts";
import type { Dependencies } from "../../dependencies.ts";

export type GuessNotice = ReturnType<typeof guessNotice>;

/**
 * Mails the owner of an account, at most once a day, after many wrong passwords: only the owner knows who entered them.
 */
export function guessNotice(app: FastifyInstance, { storage, mail, clock }: Dependencies) {
  const managerIds = new WeakMap<FastifyRequest, string>();
  const guesses = createLimit(app, {
    name: "guesses/account",
    max: GUESSES_BEFORE_NOTICE,
    windowMs: DAY_MS,
    keyOf: (request) => managerIds.get(request) ?? "",
  });
  return {
    async count(request: FastifyRequest, managerId: string): Promise<void> {
      managerIds.set(request, managerId);
      if ((await guesses.count(request)) === 0 || !mail.isOn) return;
      const at = clock();
      const dedupeKey = `password-guessed:${managerId}:${Math.floor(at / DAY_MS)}`;
      await storage.mail.put([{ kind: "password-guessed", clientId: null, managerId, at, dedupeKey }]);
    },
  };
}
