import fc from "fast-check";
import type { CallName } from "../../../server/storage/managers/repeatable-calls.ts";
import { call, clientId, life, seldom, text, token } from "./pool.ts";

const callName: fc.Arbitrary<CallName> = fc.record({
  caller: token,
  keyHash: fc.constantFrom("key 0", "key a"),
});
const requestHash = fc.constantFrom("request 0", "request 0", "request a");

export const repeatableCalls = {
  "repeatableCalls.begin": call(
    fc.record({ callName, requestHash, clientId: seldom(clientId), life }),
    ({ storage }, args, at) => {
      const { requestHash: asked, clientId: about, life: lasts } = args;
      const call = { ...args.callName, requestHash: asked, clientId: about, at, keptSince: at - lasts };
      return storage.repeatableCalls.begin(call);
    },
  ),
  "repeatableCalls.keepAnswer": call(
    fc.record({ callName, answer: text, clientId: seldom(clientId) }),
    ({ storage }, args) => {
      const { callName: name, answer, clientId: about } = args;
      return storage.repeatableCalls.keepAnswer({ ...name, answer, clientId: about });
    },
  ),
  "repeatableCalls.release": call(callName, ({ storage }, name) => storage.repeatableCalls.release(name)),
  "repeatableCalls.dropOld": call(life, ({ storage }, ago, at) => storage.repeatableCalls.dropOld(at - ago)),
};
