import fc from "fast-check";
import { newKey } from "./clients.ts";
import { anEvent, call, clientId, keyId, life } from "./pool.ts";

const helperId = fc.constantFrom("h1", "h2");
const names = fc.record({
  name: fc.constantFrom("Dana", "Luis"),
  sectionId: fc.constantFrom("money", "tools"),
  seesAll: fc.boolean(),
});
const helperKey = (id: string, owner: string, times: { at: number; lasts: number }) => ({
  ...newKey(id, owner, times),
  kind: "helper" as const,
});

export const helperCalls = {
  "helpers.add": call(
    fc.record({ helperId, keyId, clientId, life, names }),
    async ({ storage }, { helperId: id, keyId: key, clientId: owner, life: lasts, names: named }, at) => {
      // ids are long and random, so the same one is never made twice
      if (await storage.helpers.find(owner, `${id} of ${owner}`)) return "known";
      const helper = { helperId: `${id} of ${owner}`, ...named, draftKey: `draft key of ${id}` };
      return storage.helpers.add({ helper, key: helperKey(key, owner, { at, lasts }) }, [
        anEvent("key.issued", at, { clientId: owner, keyId: key }),
      ]);
    },
  ),
  "helpers.renew": call(
    fc.record({ helperId, keyId, clientId, life }),
    ({ storage }, { helperId: id, keyId: key, clientId: owner, life: lasts }, at) =>
      storage.helpers.renew(
        { clientId: owner, helperId: `${id} of ${owner}`, at },
        helperKey(key, owner, { at, lasts }),
        (ended) => [anEvent("key.revoked", at, { clientId: owner, keyId: ended })],
      ),
  ),
  "helpers.remove": call(
    fc.record({ helperId, clientId }),
    ({ storage }, { helperId: id, clientId: owner }, at) =>
      storage.helpers.remove({ clientId: owner, helperId: `${id} of ${owner}`, at }, (ended) =>
        anEvent("key.revoked", at, { clientId: owner, keyId: ended }),
      ),
  ),
  "helpers.list": call(clientId, ({ storage }, owner) => storage.helpers.list(owner)),
  "helpers.find": call(fc.record({ helperId, clientId }), ({ storage }, { helperId: id, clientId: owner }) =>
    storage.helpers.find(owner, `${id} of ${owner}`),
  ),
};
