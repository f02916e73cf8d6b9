import fc from "fast-check";
import { anEvent, call, clientId, life, managerId, mostly, text, token } from "./pool.ts";

const shareId = mostly("sh_0", "sh_a", "sh_f");
const options = fc.record({ recordings: fc.boolean(), contact: fc.boolean(), followUps: fc.boolean() });

/** The token's hash is the share's id, so no two shares have the same hash. */
export const shareCalls = {
  "shares.add": call(
    fc.record({ shareId, clientId, madeBy: managerId, recipient: text, options, life }),
    ({ storage }, { life: good, ...share }, at) =>
      storage.shares.add({ ...share, tokenHash: share.shareId, at, expiresAt: at + good }, [
        anEvent("share.made", at, { clientId: share.clientId }),
      ]),
  ),
  "shares.list": call(clientId, ({ storage }, id, at) => storage.shares.list(id, at)),
  "shares.recipientsOf": call(fc.record({ clientId, shareId }), ({ storage }, share) =>
    storage.shares.recipientsOf(share.clientId, [share.shareId]),
  ),
  "shares.find": call(fc.oneof(shareId, token), ({ storage }, hash, at) => storage.shares.find(hash, at)),
  "shares.open": call(shareId, ({ storage }, hash, at) =>
    storage.shares.open(hash, at, (share) => [anEvent("share.opened", at, { clientId: share.clientId })]),
  ),
  "shares.revoke": call(fc.record({ clientId, shareId }), ({ storage }, share, at) =>
    storage.shares.revoke(share, at, [anEvent("share.revoked", at)]),
  ),
};
