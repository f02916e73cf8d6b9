import fc from "fast-check";
import { clientFilters, clientOrders } from "#contract/manage/clients.ts";
import type { NewKey } from "../../../server/storage/access/access-keys.ts";
import type { NewClient } from "../../../server/storage/clients/clients.ts";
import { foldedName } from "../../../server/storage/engine/normalized-name.ts";
import {
  anEvent,
  CLIENTS,
  call,
  clientId,
  email,
  keyId,
  life,
  managerId,
  name,
  orNull,
  plainCall,
  scope,
  search,
  seldom,
  unordered,
} from "./pool.ts";

const facts = fc.record({
  clientId,
  name,
  email: seldom(orNull(email)),
  managerId: seldom(orNull(managerId)),
});
const added = fc.record({ client: facts, keyId, life });
type Added = typeof added extends fc.Arbitrary<infer Value> ? Value : never;

export function newKey(id: string, owner: string, { at, lasts }: { at: number; lasts: number }): NewKey {
  const pepperId = id < "A" ? "p1" : "p2";
  return {
    keyId: id,
    clientId: owner,
    secretHash: `hash of ${id}`,
    pepperId,
    createdAt: at,
    expiresAt: at + lasts,
  };
}

function newClient({ client, keyId: id, life: lasts }: Added, at: number) {
  const made: NewClient = { ...client, createdAt: at, draftKey: `draft key of ${client.clientId}` };
  const key = newKey(id, client.clientId, { at, lasts });
  return {
    client: made,
    key,
    events: [anEvent("client.added", at, { clientId: client.clientId, keyId: id })],
  };
}

const telling = fc.record({ readerId: managerId, ago: life });
const query = fc.record({
  scope,
  search: fc.oneof(fc.constant(""), search),
  filter: fc.constantFrom(...clientFilters),
  order: fc.constantFrom(...clientOrders),
  direction: fc.constantFrom("up" as const, "down" as const),
  skipped: fc.nat(2),
  limit: fc.integer({ min: 1, max: 4 }),
});

export const clientCalls = {
  "clients.add": call(added, ({ storage }, args, at) => {
    const { client, key, events } = newClient(args, at);
    return storage.clients.add(client, key, events);
  }),
  "clients.addMany": call(fc.array(added, { maxLength: 3 }), ({ storage }, all, at) =>
    storage.clients.addMany(all.map((args) => newClient(args, at))),
  ),
  "clients.hasAny": plainCall(({ storage }) => storage.clients.hasAny()),
  "clients.list": plainCall(({ storage }) => storage.clients.list()),
  "clients.listAfter": call(
    fc.record({ scope, after: fc.constantFrom("", ...CLIENTS), limit: fc.integer({ min: 1, max: 3 }) }),
    ({ storage }, { scope: whose, after, limit }) => storage.clients.listAfter(whose, after, limit),
  ),
  "clients.find": call(clientId, ({ storage }, id) => storage.clients.find(id)),
  "clients.change": call(
    fc.record({ clientId, name, email: seldom(orNull(email)), managerId: seldom(orNull(managerId)) }),
    ({ storage }, { clientId: id, ...changed }, at) =>
      storage.clients.change(id, changed, [anEvent("client.changed", at, { clientId: id })]),
  ),
  "clients.listPage": call(
    fc.record({ query, telling }),
    ({ storage }, { query: asked, telling: reading }, at) =>
      storage.clients.listPage({ ...asked, readerId: reading.readerId, stuckBefore: at - reading.ago }),
  ),
  "clients.count": call(
    fc.record({ scope, telling }),
    ({ storage }, { scope: whose, telling: reading }, at) =>
      storage.clients.count(whose, { readerId: reading.readerId, stuckBefore: at - reading.ago }),
  ),
  "clients.listProgress": call(scope, async ({ storage }, whose) =>
    unordered(await storage.clients.listProgress(whose)),
  ),
  "clients.knownNames": call(
    fc.record({ scope, names: fc.array(name, { maxLength: 4 }) }),
    async ({ storage }, { scope: whose, names }) =>
      unordered(await storage.clients.knownNames(whose, names.map(foldedName))),
  ),
  "clients.namesOf": call(
    fc.array(fc.oneof(clientId, managerId), { maxLength: 4 }),
    async ({ storage }, ids) => unordered(await storage.clients.namesOf(ids)),
  ),
  "clients.findManaged": call(fc.record({ scope, clientId }), ({ storage }, { scope: whose, clientId: id }) =>
    storage.clients.findManaged(whose, id),
  ),
  "clients.listInactive": call(life, ({ storage }, ago, at) => storage.clients.listInactive(at - ago)),
};
