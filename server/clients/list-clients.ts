import type { Interview } from "#contract/interview/interview.ts";
import type {
  Client,
  ClientCounts,
  ClientHelper,
  ClientList,
  ListClientsQuery,
} from "#contract/manage/clients.ts";
import type { FieldValues } from "#contract/manage/fields.ts";
import { toKeyViews } from "../access-keys/verify-key.ts";
import { toHelperView } from "../helping/helping.ts";
import { CatalogError } from "../http/errors.ts";
import { pageOf } from "../http/paging.ts";
import { interviewView } from "../interviews/describe-interview.ts";
import type { InterviewBook } from "../interviews/interview-book.ts";
import { toPinView } from "../pins/check-pin.ts";
import { listSessions, toSessionView } from "../sessions/sessions.ts";
import type { ManagedClient } from "../storage/clients/managed-clients.ts";
import type { Scope } from "../storage/clients/scope.ts";
import type { Storage } from "../storage/storage.ts";
import { clientCursorOf, parseClientCursor } from "./client-cursor.ts";
import { clientRow } from "./client-row.ts";
import { type ListSettings, listView } from "./list-view.ts";

/** The reader of a list, and the clients that the reader may see. */
export type ListReader = { scope: Scope; readerId: string };
export type ClientListContext = ListSettings & {
  storage: Pick<
    Storage,
    "accessKeys" | "clients" | "fields" | "helpers" | "pins" | "records" | "sessions" | "views"
  >;
  book: Pick<InterviewBook, "catalog" | "current" | "known" | "of">;
  clock: () => number;
};

export function viewOf(context: ListSettings & Pick<ClientListContext, "clock">, readerId: string) {
  return listView(context, readerId, context.clock());
}

/** A page of the clients in scope, with the number of clients in each state. */
export async function listClients(
  context: ClientListContext,
  { scope, readerId }: ListReader,
  query: ListClientsQuery,
): Promise<ClientList> {
  const { storage, book } = context;
  const { after, page, state, limit: asLimit, perPage, fields, ...selection } = query;
  if (after !== undefined && page !== undefined) {
    const details = [{ path: "page", message: 'Expected either "after" or "page"' }];
    throw new CatalogError("VALIDATION_ERROR", { details });
  }
  const limit = perPage ?? asLimit;
  const place = after === undefined ? undefined : parseClientCursor(after, query, scope);
  const { clients, counts } = await storage.clients.listPage({
    ...selection,
    state,
    scope,
    view: viewOf(context, readerId),
    after: place,
    counted: place?.counted,
    skipped: ((page ?? 1) - 1) * limit,
    limit: limit + 1,
  });
  const { rows, next } = pageOf(clients, limit, (last) => clientCursorOf(last, query, { counts, scope }));
  const total = counts[state ?? "all"];
  const values = await askedValues(storage, rows, fields);
  return {
    clients: await Promise.all(
      rows.map(async (client) => ({
        ...clientRow((await book.of(client.interview)).asked.interview, client),
        ...(values && { fields: values.get(client.clientId) ?? {} }),
      })),
    ),
    total,
    counts,
    next,
    ...(after === undefined && { page: page ?? 1, pages: Math.max(1, Math.ceil(total / limit)) }),
  };
}

/** The values of a page's clients in the requested own fields; undefined if none are requested. */
async function askedValues(
  { fields }: Pick<Storage, "fields">,
  rows: readonly ManagedClient[],
  asked: string | undefined,
): Promise<Map<string, FieldValues> | undefined> {
  if (!asked) return undefined;
  const fieldIds = asked.split(",");
  return fields.listValuesOf(
    rows.map(({ clientId }) => clientId),
    fieldIds,
  );
}

/** The number of the reader's clients in each filter and in each of the reader's saved views. */
export async function countClients(
  context: ClientListContext,
  { scope, readerId }: ListReader,
): Promise<ClientCounts> {
  const { clients, views } = context.storage;
  const saved = await views.list(readerId);
  const counted = await clients.count(
    { scope, view: viewOf(context, readerId) },
    saved.map(({ selection }) => selection),
  );
  const byView = saved.map(({ viewId }, place) => [viewId, counted.selections[place] ?? 0] as const);
  return { filters: counted.filters, views: Object.fromEntries(byView) };
}

type Helped = { clientId: string; interview: Interview; now: number };

async function helpersOf(
  storage: Pick<Storage, "helpers" | "records">,
  { clientId, interview, now }: Helped,
): Promise<ClientHelper[]> {
  const listed = await storage.helpers.list(clientId);
  const stored = listed.length > 0 ? await storage.records.load(clientId) : undefined;
  return listed.map((helper) => {
    const section = interview.sections.find(({ id }) => id === helper.sectionId)?.name ?? "";
    return { ...toHelperView(helper, stored?.record ?? {}, now), section, keyId: helper.keyId };
  });
}

/** One client, with facts about keys and sessions. */
export async function findClient(
  { storage, book, clock }: Pick<ClientListContext, "storage" | "book" | "clock">,
  client: ManagedClient,
): Promise<Client> {
  const now = clock();
  const { clientId } = client;
  const keys = await storage.accessKeys.list(clientId);
  const sessions = await listSessions(storage, clientId, now);
  const { asked } = await book.of(client.interview);
  const row = clientRow(asked.interview, client);
  return {
    ...row,
    fields: await storage.fields.listValues(clientId),
    interview: interviewView(book, client.interview),
    language: client.language,
    getsReminders: client.getsReminders,
    ...toKeyViews(keys, now),
    helpers: await helpersOf(storage, { clientId, interview: asked.interview, now }),
    sessions: sessions.map((session) => ({ ...toSessionView(session), keyId: session.keyId })),
    pin: toPinView(await storage.pins.find(clientId)),
  };
}
