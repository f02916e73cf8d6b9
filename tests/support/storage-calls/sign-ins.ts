import fc from "fast-check";
import { accessKeyKinds } from "#contract/api/access-key.ts";
import type { StoredPin } from "../../../server/storage/access/pins.ts";
import type { SessionChoice } from "../../../server/storage/access/sessions.ts";
import { newKey } from "./clients.ts";
import {
  anEvent,
  CLIENTS,
  call,
  clientId,
  HOUR,
  keyId,
  life,
  plainCall,
  SECOND,
  type Side,
  seldom,
  token,
  whole,
} from "./pool.ts";

const IDLE_MS = HOUR;
const sessionIdOf = (tokenHash: string) => `se_${tokenHash}`;
const waitMs = (failures: number) => (failures < 2 ? 0 : failures * SECOND);

const choice: fc.Arbitrary<SessionChoice> = fc.oneof(
  fc.constant("all" as const),
  token.map((tokenHash) => ({ sessionId: sessionIdOf(tokenHash) })),
  token.map((tokenHash) => ({ otherThan: tokenHash })),
);
const credentialId = fc.constantFrom("c1", "c2");
const passkeyUse = fc.record({
  challengeHash: fc.constantFrom("h1", "h2"),
  endsAt: whole,
  uses: fc.nat({ max: 9 }),
});
const limitName = fc.constantFrom("sign-ins", "saves");

/** The stored PIN, or an earlier one that a check which began before still knows. */
async function pinOf({ storage }: Side, id: string, pinHash: string): Promise<StoredPin> {
  const stored = await storage.pins.find(id);
  return stored ?? { clientId: id, pinHash, pepperId: "p1", setAt: 0, tries: 0, stoppedAt: null };
}

export const keyCalls = {
  "accessKeys.add": call(
    fc.record({ keyId, clientId, life, kind: fc.constantFrom(...accessKeyKinds) }),
    ({ storage }, { keyId: id, clientId: owner, life: lasts, kind }, at) =>
      storage.accessKeys.add({ ...newKey(id, owner, { at, lasts }), kind }, [
        anEvent("key.issued", at, { clientId: owner, keyId: id }),
      ]),
  ),
  "accessKeys.areLinksOff": call(clientId, ({ storage }, id) => storage.accessKeys.areLinksOff(id)),
  "accessKeys.list": call(clientId, ({ storage }, id) => storage.accessKeys.list(id)),
  "accessKeys.find": call(keyId, ({ storage }, id) => storage.accessKeys.find(id)),
  "accessKeys.revoke": call(keyId, ({ storage }, id, at) =>
    storage.accessKeys.revoke(id, at, [anEvent("key.revoked", at, { keyId: id })]),
  ),
  "accessKeys.refuse": call(keyId, ({ storage }, id, at) =>
    storage.accessKeys.refuse({ keyId: id, now: at, waitMs }, [anEvent("key.refused", at, { keyId: id })]),
  ),
  "accessKeys.addPasskey": call(
    fc.record({ keyId, clientId, life, credentialId }),
    ({ storage }, { keyId: id, clientId: owner, life: lasts, credentialId: credential }, at) => {
      const key = { ...newKey(id, owner, { at, lasts }), kind: "passkey" as const };
      const passkey = { credentialId: credential, publicKey: "cose", uses: 0, device: null };
      return storage.accessKeys.addPasskey({ key, passkey }, [anEvent("key.issued", at)], (earlier) =>
        anEvent("key.revoked", at, { keyId: earlier }),
      );
    },
  ),
  "accessKeys.findPasskey": call(credentialId, ({ storage }, id) => storage.accessKeys.findPasskey(id)),
  "accessKeys.listPasskeys": call(clientId, ({ storage }, id, at) => storage.accessKeys.listPasskeys(id, at)),
  "accessKeys.dropOldChallenges": plainCall(({ storage }, at) => storage.accessKeys.dropOldChallenges(at)),
  "accessKeys.dropOldWaits": plainCall(({ storage }, at) => storage.accessKeys.dropOldWaits(at)),
  "accessKeys.listPepperUses": plainCall(({ storage }, at) => storage.accessKeys.listPepperUses(at)),
  "accessKeys.move": call(keyId, async ({ storage }, id) => {
    const key = await storage.accessKeys.find(id);
    return key && storage.accessKeys.move(key, { secretHash: `moved hash of ${id}`, pepperId: "p0" });
  }),
};

export const sessionCalls = {
  "sessions.open": call(
    fc.record({
      keyId,
      token,
      max: fc.integer({ min: 1, max: 3 }),
      life,
      browser: seldom(fc.constantFrom("b1", "b2")),
      use: seldom(passkeyUse),
      isHelpers: fc.boolean(),
    }),
    async ({ storage }, { keyId: id, token: tokenHash, max, life: lasts, browser, use, isHelpers }, at) => {
      const owner = (await storage.accessKeys.find(id))?.clientId ?? CLIENTS[0] ?? "";
      const times = { createdAt: at, lastUsedAt: at, expiresAt: at + lasts };
      const names = { tokenHash, sessionId: sessionIdOf(tokenHash), keyId: id, clientId: owner };
      const session = {
        ...names,
        ...times,
        ...(browser !== undefined && { browserHash: browser }),
        ...(use && { passkeyUse: use }),
        ...(isHelpers && { isHelpers }),
      };
      return storage.sessions.open(session, max, [
        anEvent("session.opened", at, { clientId: owner, keyId: id }),
      ]);
    },
  ),
  "sessions.find": call(token, ({ storage }, tokenHash) => storage.sessions.find(tokenHash)),
  "sessions.touch": call(token, ({ storage }, tokenHash, at) => storage.sessions.touch(tokenHash, at)),
  "sessions.end": call(token, ({ storage }, tokenHash, at) =>
    storage.sessions.end(tokenHash, [anEvent("session.ended", at)]),
  ),
  "sessions.list": call(clientId, ({ storage }, id, at) =>
    storage.sessions.list(id, { now: at, idleMs: IDLE_MS }),
  ),
  "sessions.endOf": call(
    fc.record({ clientId, choice }),
    ({ storage }, { clientId: id, choice: which }, at) =>
      storage.sessions.endOf(id, which, ({ sessionId: detail }) =>
        anEvent("session.ended", at, { clientId: id, detail }),
      ),
  ),
  "sessions.dropDead": plainCall(({ storage }, at) => storage.sessions.dropDead(at, IDLE_MS)),
  "stats.sessions": call(life, ({ storage }, ago, at) =>
    storage.stats.sessions({ now: at, usedAfter: at - ago }),
  ),
  "limits.countUp": call(
    fc.record({ name: limitName, by: whole, windowMs: life }),
    ({ storage }, { name, by, windowMs }, at) => storage.limits.countUp(name, { by, now: at, windowMs }),
  ),
  "limits.read": call(limitName, ({ storage }, name, at) => storage.limits.read(name, at)),
  "limits.dropOld": plainCall(({ storage }, at) => storage.limits.dropOld(at)),
};

const pinHash = fc.constantFrom("pin a", "pin b");
const aPin = fc.record({ clientId, pinHash });

export const pinCalls = {
  "pins.put": call(aPin, ({ storage }, pin, at) =>
    storage.pins.put({ ...pin, pepperId: "p1", setAt: at }, [
      anEvent("pin.set", at, { clientId: pin.clientId }),
    ]),
  ),
  "pins.remove": call(clientId, ({ storage }, id, at) =>
    storage.pins.remove(id, [anEvent("pin.removed", at)]),
  ),
  "pins.find": call(clientId, ({ storage }, id) => storage.pins.find(id)),
  "pins.reserveAttempt": call(
    fc.record({ clientId, max: fc.integer({ min: 1, max: 3 }) }),
    ({ storage }, { clientId: id, max }) => storage.pins.reserveAttempt(id, max),
  ),
  "pins.refundAttempt": call(aPin, async (side, { clientId: id, pinHash: hash }) =>
    side.storage.pins.refundAttempt(await pinOf(side, id, hash)),
  ),
  "pins.accept": call(fc.record({ pin: aPin, movedTo: seldom(pinHash) }), async (side, { pin, movedTo }) =>
    side.storage.pins.accept(
      await pinOf(side, pin.clientId, pin.pinHash),
      movedTo === undefined ? undefined : { pinHash: movedTo, pepperId: "p2" },
    ),
  ),
  "pins.stop": call(aPin, async (side, { clientId: id, pinHash: hash }, at) =>
    side.storage.pins.stop(await pinOf(side, id, hash), at, [anEvent("pin.stopped", at, { clientId: id })]),
  ),
};
