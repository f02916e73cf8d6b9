import { sql } from "kysely";
import { clientOrders } from "#contract/manage/clients.ts";
import type { ClientPage, ClientPlace, ClientQuery } from "../../../server/storage/clients/client-list.ts";
import { aListView } from "../../../server/storage/storage.suite.ts";
import { databaseAudio } from "../../../server/storage/takes/audio.ts";
import { CLIENTS, MANAGERS, type Side, TAKES, unordered, WEBHOOKS } from "../storage-calls/pool.ts";

/** More than any sequence makes. */
const ALL = 500;
const CLIENTS_A_PAGE = 2;

/** Everything that a sequence has left, by kind: the unsealed results of the storage, and the rows of all tables. */
export async function readBack(
  side: Side,
  { tables, now }: { tables: string[]; now: number },
): Promise<{ [what: string]: unknown }> {
  const content: { [what: string]: unknown } = {
    ...(await rowsOfAll(side, tables)),
    ...(await ofInstallation(side, now)),
    ...(await ofLists(side, now)),
  };
  for (const clientId of CLIENTS) content[`of client ${clientId}`] = await ofClient(side, clientId);
  for (const webhookId of WEBHOOKS)
    content[`of webhook ${webhookId}`] = await ofWebhook(side, webhookId, now);
  return content;
}

async function ofInstallation({ storage }: Side, now: number) {
  return {
    clients: await storage.clients.list(),
    managers: await storage.managers.list(),
    queues: await storage.stats.queues(now),
    "clients without changes": await storage.clients.listInactive(now),
    takes: await storage.takes.list(),
    mails: await storage.mail.list({ scope: "all", limit: ALL }),
    events: await storage.audit.listAll({ limit: ALL }),
    chain: await storage.audit.listChain({ afterSeq: 0, limit: ALL }),
  };
}

/**
 * The lists in all their orders, page by page, and a search for each client by the capitalized name and by part of it.
 */
async function ofLists({ storage }: Side, now: number) {
  const listed = await storage.clients.list();
  const parts = listed.flatMap(({ name }) => [name.toUpperCase(), name.slice(1, 4)]);
  const query = {
    scope: "all",
    filter: "all",
    direction: "up",
    view: aListView(MANAGERS[0] ?? "", now),
  } as const;
  const pages: { [what: string]: unknown } = {};
  for (const order of clientOrders)
    for (const direction of ["up", "down"] as const)
      pages[`clients by ${order} ${direction}`] = await eachPage(storage, {
        ...query,
        search: "",
        order,
        direction,
      });
  for (const search of new Set(parts)) {
    const page = { search, order: "name", limit: ALL } as const;
    pages[`clients found by ${search}`] = await storage.clients.listPage({ ...query, ...page });
  }
  return pages;
}

/** All pages, each beginning after the last client of the one before. */
async function eachPage(storage: Side["storage"], query: Omit<ClientQuery, "limit">) {
  const pages: ClientPage[] = [];
  let after: ClientPlace | undefined;
  do {
    const page = await storage.clients.listPage({ ...query, after, limit: CLIENTS_A_PAGE });
    pages.push(page);
    after = page.clients.at(-1);
  } while (after);
  return pages;
}

async function ofClient(side: Side, clientId: string) {
  const { storage } = side;
  const revisions = await refusable(() => storage.records.listRevisions(clientId));
  return {
    record: await refusable(() => storage.records.load(clientId)),
    revisions,
    bodies: await all(Array.isArray(revisions) ? revisions : [], ({ revision }: { revision: number }) =>
      storage.records.loadRevision(clientId, revision),
    ),
    submissions: await refusable(() => storage.records.listSubmissions(clientId)),
    threads: await refusable(() => storage.followUps.list(clientId)),
    asked: await refusable(() => storage.followUps.listOpen(clientId)),
    notes: await refusable(() => storage.notes.list(clientId)),
    looks: await all(MANAGERS, (managerId) => storage.readMarkers.find({ clientId, managerId })),
    takes: await all(TAKES, (takeId) => storage.takes.find({ clientId, takeId })),
    parts: await all(TAKES, (takeId) => readAll(storage.takes.readParts({ clientId, takeId }))),
    sound: await all(TAKES, (takeId) => databaseAudio(side.engine, side.seals).size({ clientId, takeId })),
    events: await storage.audit.list(clientId),
  };
}

async function ofWebhook({ storage }: Side, webhookId: string, now: number) {
  return {
    target: await storage.webhooks.findTarget(webhookId, now),
    deliveries: await storage.deliveries.list(webhookId, { limit: ALL }),
  };
}

/** The result of a read, or the name of its error for a body that cannot be opened any more. */
async function refusable<Value>(read: () => Promise<Value>): Promise<Value | string> {
  return read().catch((error: Error) => error.name);
}

async function all<Item>(items: Item[], read: (item: Item) => Promise<unknown>): Promise<unknown[]> {
  const values: unknown[] = [];
  for (const item of items) values.push(await refusable(() => read(item)));
  return values;
}

async function readAll(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const read: Uint8Array[] = [];
  for await (const part of parts) read.push(part);
  return read;
}

/** Values that may differ between engines: the order of jobs that are due at the same moment is undefined. */
const OF_CHANCE = ["job_id", "lease"];

async function rowsOfAll({ engine }: Side, tables: string[]): Promise<{ [table: string]: unknown }> {
  const content: { [table: string]: unknown } = {};
  for (const table of tables) {
    const { rows } = await engine.read((db) => sql<object>`select * from ${sql.table(table)}`.execute(db));
    content[`table ${table}`] = unordered(rows.map(comparable));
  }
  return content;
}

/** Compares sealed bytes by their length only, since they differ each time. */
function comparable(row: object): object {
  const columns = Object.entries(row).map(([column, value]) => {
    if (OF_CHANCE.includes(column)) return [column, value !== null];
    return [column, value instanceof Uint8Array ? value.length : value];
  });
  return Object.fromEntries(columns.sort());
}
