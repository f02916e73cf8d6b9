import type { RecordStatus } from "#contract/api/calls.ts";
import { isoOf } from "#contract/instants.ts";
import type { Interview } from "#contract/interview/interview.ts";
import type { BriefedClient } from "#contract/manage/answers/brief.ts";
import { shownJson } from "#contract/manage/answers/shown-text.ts";
import type { ExportShape } from "#contract/manage/endpoints/briefs.ts";
import { briefedClient } from "../../briefs/load-brief.ts";
import type { InterviewVersion } from "../../interviews/definition.ts";
import type { InterviewBook } from "../../interviews/interview-book.ts";
import { CSV_COLUMNS, csvOf, csvRows } from "../../records/export-record.ts";
import { statusOf } from "../../records/status.ts";
import { wideTable } from "../../records/wide-csv.ts";
import { wordsIn } from "../../runtime/words.ts";
import type { ListedClient } from "../../storage/clients/clients.ts";
import type { Scope } from "../../storage/clients/scope.ts";
import type { Storage } from "../../storage/storage.ts";

export type ExportClientsOptions = {
  storage: Pick<Storage, "clients" | "fields" | "records">;
  book: Pick<InterviewBook, "catalog" | "current" | "everAsked" | "of">;
  clients: AsyncIterable<ListedClient>;
  /** The interview whose questions are the columns of a wide table; by default the one that new clients get. */
  columnsOf?: InterviewVersion | undefined;
};
type Loaded = { client: ListedClient; briefed: BriefedClient };

/** Clients are read in batches, because a listed client is small; records are in memory one at a time. */
const CLIENTS_AT_ONCE = 100;
/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = "\ufeff";

/**
 * Streams clients with all of their answers. Each client is consistent, but the whole file is not one snapshot: a
 * client who saves meanwhile appears once, in the old or the new state.
 */
export function exportClients(
  { format, shape }: ExportShape,
  options: ExportClientsOptions,
): AsyncGenerator<string> {
  if (format === "json") return clientsJson(options);
  return shape === "wide" ? wideCsv(options) : longCsv(options);
}

/** One row per client and one column per question, for people with a spreadsheet. */
async function* wideCsv(options: ExportClientsOptions): AsyncGenerator<string> {
  const { storage, book, columnsOf = book.current() } = options;
  const { interview, language } = columnsOf.asked;
  const interviews = book.everAsked(language);
  const fields = await storage.fields.list();
  const table = wideTable({ interview, interviews, fields }, wordsIn(language));
  let head = BYTE_ORDER_MARK + csvOf([table.head]);
  for await (const { client, briefed } of loadClients(options)) {
    const managed = await storage.clients.findManaged("all", client.clientId);
    // erased since it was listed
    if (!managed) continue;
    const values = fields.length > 0 ? await storage.fields.listValues(client.clientId) : {};
    yield head + csvOf([table.rowOf(managed, briefed, values)]);
    head = "";
  }
  if (head !== "") yield head;
}

/** One row per field and answer, with how and when each was given, for programs. */
async function* longCsv(options: ExportClientsOptions): AsyncGenerator<string> {
  let header =
    BYTE_ORDER_MARK + csvOf([["clientId", "client", ...CSV_COLUMNS, "interview", "interviewVersion"]]);
  const { book } = options;
  const { language } = book.current().asked;
  const words = wordsIn(language);
  const interviews = book.everAsked(language);
  const nothing = CSV_COLUMNS.map(() => "");
  for await (const { client, briefed } of loadClients(options)) {
    const { clientId, clientName, interview: named, record } = briefed;
    const { asked, definitions } = await book.of(client.interview);
    const { interview } = definitions.get(language) ?? asked;
    const rows = csvRows({ interview, interviews }, record, words);
    // clients without answers get a row too
    const given = rows.length > 0 ? rows : [nothing];
    yield header + csvOf(given.map((row) => [clientId, clientName, ...row, named.name, named.version ?? ""]));
    header = "";
  }
  if (header !== "") yield header;
}

/** One array, so that a file cut short is invalid; one client per line, so that it can be read line by line. */
async function* clientsJson(options: ExportClientsOptions): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const { client, briefed } of loadClients(options)) {
    const { asked } = await options.book.of(client.interview);
    yield separator + shownJson(exportedClient(asked.interview, client, briefed));
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

type ExportedClient = BriefedClient &
  Pick<RecordStatus, "state" | "completed" | "total" | "percent"> & { createdAt: string };

function exportedClient(interview: Interview, client: ListedClient, briefed: BriefedClient): ExportedClient {
  const { state, completed, total, percent } = statusOf(interview, client.record);
  const { record, ...facts } = briefed;
  return { ...facts, createdAt: isoOf(client.createdAt), state, completed, total, percent, record };
}

async function* loadClients({ storage, book, clients }: ExportClientsOptions): AsyncGenerator<Loaded> {
  for await (const client of clients)
    yield { client, briefed: briefedClient(book, client, await storage.records.load(client.clientId)) };
}

/** All clients in order of their ids; one who is added meanwhile may be missing. */
export async function* everyClient(
  { clients }: Pick<Storage, "clients">,
  scope: Scope,
): AsyncGenerator<ListedClient> {
  let last = "";
  for (;;) {
    const some = await clients.listAfter(scope, last, CLIENTS_AT_ONCE);
    if (some.length === 0) return;
    yield* some;
    last = some.at(-1)?.clientId ?? last;
  }
}

/** Passes the clients on after it has been recorded that their answers are exported. */
export async function* notedClients(
  clients: AsyncIterable<ListedClient>,
  note: (clientIds: string[]) => Promise<void>,
): AsyncGenerator<ListedClient> {
  let some: ListedClient[] = [];
  async function* noteSome() {
    if (some.length > 0) await note(some.map(({ clientId }) => clientId));
    yield* some;
    some = [];
  }
  for await (const client of clients) {
    some.push(client);
    if (some.length === CLIENTS_AT_ONCE) yield* noteSome();
  }
  yield* noteSome();
}

/** The clients in the given order, without those erased meanwhile. */
export async function* clientsWithIds(
  { clients }: Pick<Storage, "clients">,
  clientIds: string[],
): AsyncGenerator<ListedClient> {
  for (const clientId of clientIds) {
    const client = await clients.find(clientId);
    if (client) yield client;
  }
}
