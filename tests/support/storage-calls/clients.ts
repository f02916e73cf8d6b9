import fc from "fast-check";
import { expect } from "vitest";
import { roles } from "#contract/manage/accounts.ts";
import { clientFilters, clientOrders, funnelSteps } from "#contract/manage/clients.ts";
import { clientColumns } from "#contract/manage/columns.ts";
import { overviewSpans } from "#contract/manage/overview.ts";
import type { NewKey } from "../../../server/storage/access/access-keys.ts";
import type { ClientPage } from "../../../server/storage/clients/client-list.ts";
import type { OverviewReader } from "../../../server/storage/clients/client-overview.ts";
import type { NewClient } from "../../../server/storage/clients/clients.ts";
import { OWN_INTERVIEW } from "../../../server/storage/engine/client-interview.ts";
import { foldedName } from "../../../server/storage/engine/normalized-name.ts";
import { aListView } from "../../../server/storage/storage.suite.ts";
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
  type Side,
  scope,
  search,
  seldom,
  unordered,
} from "./pool.ts";

const externalId = fc.constantFrom("crm-1", "crm-2");
const dueOn = fc.constantFrom("1970-01-02", "2026-11-25", "2999-12-31");
const tagName = fc.constantFrom("Website", "website", "SEO", "é");

const facts = fc.record({
  clientId,
  name,
  email: seldom(orNull(email)),
  managerId: seldom(orNull(managerId)),
  contact: seldom(orNull(name)),
  externalId: seldom(orNull(externalId)),
  dueOn: seldom(orNull(dueOn)),
  getsReminders: seldom(fc.boolean()),
  tags: seldom(fc.array(tagName, { maxLength: 2 })),
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
type Telling = typeof telling extends fc.Arbitrary<infer Value> ? Value : never;
const viewAt = ({ readerId, ago }: Telling, at: number) =>
  aListView(readerId, at, { invitedBefore: at - ago, activeBefore: at - ago });
const tagIds = async ({ storage }: Side) => (await storage.tags.list("all")).map(({ tagId }) => tagId);
const questionId = fc.constantFrom("q1", "q3", "no such question");
/** The further conditions of the overview. */
const conditions = {
  scope,
  search: fc.oneof(fc.constant(""), search),
  filter: fc.constantFrom(...clientFilters),
  goesBackTo: seldom(managerId),
  reached: seldom(fc.constantFrom(...funnelSteps)),
  invitedFrom: seldom(dueOn),
  invitedTo: seldom(dueOn),
  submittedFrom: seldom(dueOn),
  submittedTo: seldom(dueOn),
  answered: seldom(questionId),
  pausedAt: seldom(questionId),
  interview: seldom(fc.constantFrom(OWN_INTERVIEW, "iv_none")),
  updatedSince: seldom(fc.constantFrom("1970-01-01T00:00:00.020Z", "1970-01-01T00:01:00Z")),
  email: seldom(email),
  externalId: seldom(externalId),
};
const ofOverview = { telling, weekStarts: fc.constantFrom([0], [0, 10], [0, 100, 10_000, 1_000_000]) };
type Overviewed = Omit<OverviewReader, "view"> & { telling: Telling; weekStarts: readonly number[] };
const overviewQuery: fc.Arbitrary<Overviewed> = fc.oneof(
  fc.record({ ...conditions, ...ofOverview }),
  // the conditions that tallies answer
  fc.record({
    ...ofOverview,
    scope,
    search: fc.constant(""),
    filter: fc.constant("all" as const),
    manager: seldom(fc.oneof(fc.constant("nobody"), managerId)),
    interview: conditions.interview,
  }),
);
const overviewed = (asked: Overviewed, at: number) => ({ ...asked, view: viewAt(asked.telling, at) });

/** Also counts client by client if the tallies have the numbers, because both must agree. */
async function alsoOfEach<Counts>(
  query: ReturnType<typeof overviewed>,
  count: (query: ReturnType<typeof overviewed>) => Promise<Counts>,
): Promise<Counts> {
  const counts = await count(query);
  // tallies have no days, so a date makes the storage look at each client
  const ofEach = await count({ ...query, invitedFrom: query.invitedFrom ?? "1970-01-01" });
  expect(counts).toEqual(ofEach);
  return counts;
}
const query = fc.record({
  ...conditions,
  order: fc.constantFrom(...clientOrders),
  direction: fc.constantFrom("up" as const, "down" as const),
  skipped: fc.nat(2),
  limit: fc.integer({ min: 1, max: 4 }),
});

/** Removes tag ids, which each side makes separately. */
function withoutTagIds({ clients, counts }: ClientPage) {
  return {
    counts,
    clients: clients.map(({ tags, ...client }) => ({ ...client, tags: tags.map((tag) => tag.name) })),
  };
}

const viewId = fc.constantFrom("vw_1", "vw_2");
const view = fc.record({
  viewId,
  name,
  owner: orNull(managerId),
  selection: fc.record({
    search: fc.constant(""),
    filter: fc.constantFrom(...clientFilters),
    order: fc.constantFrom(...clientOrders),
    direction: fc.constantFrom("up" as const, "down" as const),
  }),
  columns: orNull(fc.uniqueArray(fc.constantFrom(...clientColumns))),
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
  "clients.change": call(facts, ({ storage }, { clientId: id, tags: _tags, ...changed }, at) =>
    storage.clients.change(id, changed, [anEvent("client.changed", at, { clientId: id })]),
  ),
  "clients.listPage": call(
    fc.record({ query, telling }),
    ({ storage }, { query: asked, telling: reading }, at) =>
      storage.clients.listPage({ ...asked, view: viewAt(reading, at) }).then(withoutTagIds),
  ),
  "clients.count": call(
    fc.record({ scope, telling, query }),
    ({ storage }, { scope: whose, telling: reading, query: saved }, at) =>
      storage.clients.count({ scope: whose, view: viewAt(reading, at) }, [saved]),
  ),
  "clients.readDigest": call(
    fc.record({ managerId, role: fc.constantFrom(...roles), telling }),
    ({ storage }, { telling: reading, ...keeper }, at) =>
      storage.clients.readDigest({ keeper, view: viewAt(reading, at) }),
  ),
  "clients.countStates": call(overviewQuery, async ({ storage }, asked, at) => {
    const counts = await storage.clients.countStates(overviewed(asked, at));
    const order = { order: "name", direction: "up" } as const;
    const listed = await storage.clients.listIds({ ...overviewed(asked, at), ...order, limit: 100 });
    expect(counts.all).toBe(listed.length);
    return counts;
  }),
  "clients.countInvited": call(overviewQuery, ({ storage }, asked, at) =>
    alsoOfEach(overviewed(asked, at), async (query) => unordered(await storage.clients.countInvited(query))),
  ),
  "clients.countWeeks": call(overviewQuery, ({ storage }, asked, at) =>
    alsoOfEach(overviewed(asked, at), async (query) => [
      await storage.clients.countWeeks(query, "invited"),
      await storage.clients.countWeeks(query, "submitted"),
    ]),
  ),
  "clients.countHours": call(overviewQuery, ({ storage }, asked, at) =>
    alsoOfEach(overviewed(asked, at), (query) =>
      Promise.all(overviewSpans.map((span) => storage.clients.countHours(query, span))),
    ),
  ),
  // folds all tallies, because the engine decides which ones it takes of more than its limit
  "clients.foldTallies": call(fc.constant(100), ({ storage }, limit) => storage.clients.foldTallies(limit)),
  "clients.listIds": call(
    fc.record({ query, telling }),
    ({ storage }, { query: asked, telling: reading }, at) =>
      storage.clients.listIds({ ...asked, view: viewAt(reading, at) }),
  ),
  "clients.within": call(
    fc.record({ scope, ids: fc.array(clientId, { maxLength: 3 }) }),
    ({ storage }, { scope: whose, ids }) => storage.clients.within(whose, ids),
  ),
  "clients.listProgress": call(overviewQuery, async ({ storage }, asked, at) =>
    unordered(await storage.clients.listProgress(overviewed(asked, at))),
  ),
  "clients.listMatches": call(
    fc.record({ scope, names: fc.array(name, { maxLength: 4 }) }),
    async ({ storage }, { scope: whose, names }) => {
      const wanted = { externalIds: names, foldedNames: names.map(foldedName) };
      const found = await storage.clients.listMatches(whose, wanted);
      return unordered(found.map(({ clientId: id }) => id));
    },
  ),
  "clients.changeMany": call(
    fc.array(fc.record({ clientId, name, tags: fc.subarray(["SEO", "Website"]) }), { maxLength: 3 }),
    ({ storage }, changes, at) =>
      storage.clients.changeMany(
        changes.map(({ clientId: id, name: changed, tags }) => ({
          clientId: id,
          facts: { name: changed },
          tags,
          at,
          events: [],
        })),
      ),
  ),
  "clients.namesOf": call(
    fc.array(fc.oneof(clientId, managerId), { maxLength: 4 }),
    async ({ storage }, ids) => unordered(await storage.clients.namesOf(ids)),
  ),
  "clients.findManaged": call(
    fc.record({ scope, clientId }),
    async ({ storage }, { scope: whose, clientId: id }) => {
      const found = await storage.clients.findManaged(whose, id);
      return found && { ...found, tags: found.tags.map(({ name: tag }) => tag) };
    },
  ),
  "tags.list": call(scope, async ({ storage }, whose) =>
    (await storage.tags.list(whose)).map(({ tagId: _id, ...tag }) => tag),
  ),
  "tags.drop": call(fc.nat(3), async (side, place) =>
    side.storage.tags.drop((await tagIds(side))[place] ?? "none"),
  ),
  "views.add": call(view, ({ storage }, args, at) => storage.views.add(args, at)),
  "views.list": call(managerId, ({ storage }, id) => storage.views.list(id)),
  "views.find": call(viewId, ({ storage }, id) => storage.views.find(id)),
  "views.change": call(view, ({ storage }, args) => storage.views.change(args)),
  "views.drop": call(viewId, ({ storage }, id) => storage.views.drop(id)),
  "clients.listInactive": call(life, ({ storage }, ago, at) => storage.clients.listInactive(at - ago)),
};
