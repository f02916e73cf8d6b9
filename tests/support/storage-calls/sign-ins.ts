import fc from "fast-check";
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
const limitName = fc.constantFrom("sign-ins", "saves");

/** As it is stored, or as a check that began with an earlier one still knows it. */
async function pinOf({ storage }: Side, id: string, pinHash: string): Promise<StoredPin> {
  const stored = await storage.findPin(id);
  return stored ?? { clientId: id, pinHash, pepperId: "p1", setAt: 0, tries: 0, stoppedAt: null };
}

export const keyCalls = {
  addKey: call(
    fc.record({ keyId, clientId, life }),
    ({ storage }, { keyId: id, clientId: owner, life: lasts }, at) =>
      storage.addKey(newKey(id, owner, { at, lasts }), [
        anEvent("key.issued", at, { clientId: owner, keyId: id }),
      ]),
  ),
  listKeys: call(clientId, ({ storage }, id) => storage.listKeys(id)),
  findKey: call(keyId, ({ storage }, id) => storage.findKey(id)),
  revokeKey: call(keyId, ({ storage }, id, at) =>
    storage.revokeKey(id, at, [anEvent("key.revoked", at, { keyId: id })]),
  ),
  refuseKey: call(keyId, ({ storage }, id, at) =>
    storage.refuseKey({ keyId: id, now: at, waitMs }, [anEvent("key.refused", at, { keyId: id })]),
  ),
  dropOldWaits: plainCall(({ storage }, at) => storage.dropOldWaits(at)),
  listPepperUses: plainCall(({ storage }, at) => storage.listPepperUses(at)),
  moveKey: call(keyId, async ({ storage }, id) => {
    const key = await storage.findKey(id);
    return key && storage.moveKey(key, { secretHash: `moved hash of ${id}`, pepperId: "p0" });
  }),
};

export const sessionCalls = {
  openSession: call(
    fc.record({ keyId, token, max: fc.integer({ min: 1, max: 3 }), life }),
    async ({ storage }, { keyId: id, token: tokenHash, max, life: lasts }, at) => {
      const owner = (await storage.findKey(id))?.clientId ?? CLIENTS[0] ?? "";
      const times = { createdAt: at, lastUsedAt: at, expiresAt: at + lasts };
      const session = { tokenHash, sessionId: sessionIdOf(tokenHash), keyId: id, clientId: owner, ...times };
      return storage.openSession(session, max, [
        anEvent("session.opened", at, { clientId: owner, keyId: id }),
      ]);
    },
  ),
  findSession: call(token, ({ storage }, tokenHash) => storage.findSession(tokenHash)),
  touchSession: call(token, ({ storage }, tokenHash, at) => storage.touchSession(tokenHash, at)),
  endSession: call(token, ({ storage }, tokenHash, at) =>
    storage.endSession(tokenHash, [anEvent("session.ended", at)]),
  ),
  listSessions: call(clientId, ({ storage }, id, at) =>
    storage.listSessions(id, { now: at, idleMs: IDLE_MS }),
  ),
  endSessionsOf: call(fc.record({ clientId, choice }), ({ storage }, { clientId: id, choice: which }, at) =>
    storage.endSessionsOf(id, which, ({ sessionId: detail }) =>
      anEvent("session.ended", at, { clientId: id, detail }),
    ),
  ),
  dropDeadSessions: plainCall(({ storage }, at) => storage.dropDeadSessions(at, IDLE_MS)),
  countSessions: call(life, ({ storage }, ago, at) =>
    storage.countSessions({ now: at, usedAfter: at - ago }),
  ),
  countUp: call(
    fc.record({ name: limitName, by: whole, windowMs: life }),
    ({ storage }, { name, by, windowMs }, at) => storage.countUp(name, { by, now: at, windowMs }),
  ),
  readCount: call(limitName, ({ storage }, name, at) => storage.readCount(name, at)),
  dropOldCounts: plainCall(({ storage }, at) => storage.dropOldCounts(at)),
};

const pinHash = fc.constantFrom("pin a", "pin b");
const aPin = fc.record({ clientId, pinHash });

export const pinCalls = {
  putPin: call(aPin, ({ storage }, pin, at) =>
    storage.putPin({ ...pin, pepperId: "p1", setAt: at }, [
      anEvent("pin.set", at, { clientId: pin.clientId }),
    ]),
  ),
  removePin: call(clientId, ({ storage }, id, at) => storage.removePin(id, [anEvent("pin.removed", at)])),
  findPin: call(clientId, ({ storage }, id) => storage.findPin(id)),
  takePinTry: call(
    fc.record({ clientId, max: fc.integer({ min: 1, max: 3 }) }),
    ({ storage }, { clientId: id, max }) => storage.takePinTry(id, max),
  ),
  givePinTryBack: call(aPin, async (side, { clientId: id, pinHash: told }) =>
    side.storage.givePinTryBack(await pinOf(side, id, told)),
  ),
  acceptPin: call(fc.record({ pin: aPin, movedTo: seldom(pinHash) }), async (side, { pin, movedTo }) =>
    side.storage.acceptPin(
      await pinOf(side, pin.clientId, pin.pinHash),
      movedTo === undefined ? undefined : { pinHash: movedTo, pepperId: "p2" },
    ),
  ),
  stopPin: call(aPin, async (side, { clientId: id, pinHash: told }, at) =>
    side.storage.stopPin(await pinOf(side, id, told), at, [anEvent("pin.stopped", at, { clientId: id })]),
  ),
};
