import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EXCHANGE_FAILURES_PER_MINUTE, EXCHANGE_FAILURES_PER_MINUTE_IN_ALL } from "#contract/limits.ts";
import { auditTrail } from "../support/data/audit-trail.ts";
import { recordFigure, trials } from "../support/faults/faults.ts";
import { callerFrom, loopbackAddresses } from "../support/peers/exchange-from.ts";
import { sameIdOtherSecret, unknownKey } from "../support/security/wrong-keys.ts";
import { type Service, startService } from "../support/service/service.ts";

const GUESSES = trials(1_000, 10_000);
const AT_ONCE = 20;
/** The client signs in twice after this many guesses, and stays below the limit of sign-ins with one key. */
const RIGHT_EVERY = GUESSES / 10;

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

type Caller = ReturnType<typeof callerFrom>;
type RightOne = { status: number; ms: number };

/**
 * Guesses from `addresses` addresses, half of the guesses at the client's own key, while the client keeps signing in.
 */
async function attack(addresses: number) {
  const { accessKey } = await service.addClient();
  const guessers = loopbackAddresses(addresses).map((address) => callerFrom(service.url, address));
  const elsewhere = callerFrom(service.url, "127.0.0.1");
  const answers: { status: number; retryAfter: number }[] = [];
  const rightOnes: RightOne[] = [];
  const began = performance.now();
  const guess = (place: number) => {
    const key = place % 2 === 0 ? unknownKey() : sameIdOtherSecret(accessKey);
    return (guessers[place % addresses] ?? elsewhere).exchange(key);
  };
  for (let done = 0; done < GUESSES; done += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, (_, place) => guess(done + place));
    answers.push(...(await Promise.all(some)));
    if (done % RIGHT_EVERY > 0) continue;
    for (const caller of [elsewhere, ...guessers.slice(0, 1)])
      rightOnes.push(await signInBy(caller, accessKey));
  }
  const minutes = Math.floor((performance.now() - began) / 60_000) + 1;
  for (const caller of [elsewhere, ...guessers]) caller.close();
  return { answers, rightOnes, minutes };
}

async function signInBy(caller: Caller, accessKey: string): Promise<RightOne> {
  const from = performance.now();
  const { status } = await caller.exchange(accessKey);
  return { status, ms: performance.now() - from };
}

describe("wrong keys are checked so rarely that guessing finds none, and the right one always works:", () => {
  test.each([
    { from: "1 address", addresses: 1, perMinute: EXCHANGE_FAILURES_PER_MINUTE },
    { from: "200 addresses", addresses: 200, perMinute: EXCHANGE_FAILURES_PER_MINUTE_IN_ALL },
  ])("from $from", async ({ from, addresses, perMinute }) => {
    const { answers, rightOnes, minutes } = await attack(addresses);
    const looked = answers.filter(({ status }) => status === 401).length;
    const delayedCount = answers.filter(({ status, retryAfter }) => status === 429 && retryAfter > 0).length;
    const refused = rightOnes.filter(({ status }) => status !== 200);
    recordFigure({
      promise: "P22",
      fault: `wrong access keys from ${from}`,
      trials: GUESSES,
      losses: refused.length,
      note: `${looked} looked at, the others had to wait; ${rightOnes.length} sign-ins meanwhile, the slowest ${Math.max(...rightOnes.map(({ ms }) => ms)).toFixed(0)} ms`,
    });
    expect(looked + delayedCount).toBe(GUESSES);
    expect(looked).toBeGreaterThan(0);
    expect(looked).toBeLessThanOrEqual(perMinute * minutes);
    expect(refused).toEqual([]);
    expect(auditTrail(service).filter(({ kind }) => kind === "key.refused")).toHaveLength(looked);
  });
});
