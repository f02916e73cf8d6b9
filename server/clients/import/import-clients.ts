import { setImmediate } from "node:timers/promises";
import { type CustomField, isOwnField, ownFieldId } from "#contract/manage/fields.ts";
import type {
  ImportAction,
  ImportedRow,
  ImportFault,
  ImportField,
  ImportPreview,
  ImportRequest,
  ImportRow,
} from "#contract/manage/import.ts";
import { IMPORT_SAMPLE } from "#contract/manage/limits.ts";
import { TAGS_MAX } from "#contract/manage/tags.ts";
import {
  addClients,
  addClientsWithoutKey,
  type IssueKeyContext,
  type NewClientFacts,
  type NewClientWithKey,
} from "../../access-keys/issue-key.ts";
import { CatalogError } from "../../http/errors.ts";
import { isOffered } from "../../interviews/offered-interview.ts";
import { eventOf, OPERATOR } from "../../managers/actor.ts";
import type { Words } from "../../runtime/words.ts";
import type { Scope } from "../../storage/clients/scope.ts";
import { foldedName } from "../../storage/engine/normalized-name.ts";
import type { Storage } from "../../storage/storage.ts";
import { type PlannedRow, planImport } from "./plan-import.ts";
import { type ImportTable, readTable } from "./read-import.ts";
import { type ParsedImportRow, readImportRow } from "./read-import-row.ts";

const FAULTS_SHOWN = 100;
/** Small batches, so that no save waits long. */
const ROWS_AT_ONCE = 100;

/** The importing person. The operator has no manager id and may do everything. */
export type Importer = { managerId: string | null; isAdministrator: boolean; words: Words };
type ImportContext = {
  storage: Pick<Storage, "clients" | "fields" | "interviews" | "managers" | "tags">;
  importer: Importer;
};
type ImportInput = Pick<ImportRequest, "csv" | "columns" | "choices">;

/** What a table would add and update, and its faults. Throws FORBIDDEN, or VALIDATION_ERROR for the mapping. */
export async function previewImport(context: ImportContext, wish: ImportInput): Promise<ImportPreview> {
  const { table, planned, faults } = await planOf(context, wish);
  const added = planned.filter(({ does }) => does === "add");
  return {
    columns: table?.columns ?? [],
    rows: wish.columns === undefined ? [] : planned.map(toRowView),
    clients: added.length,
    sample: added.slice(0, IMPORT_SAMPLE).map(({ line, facts }) => ({
      line,
      name: facts.name ?? "",
      email: facts.email ?? null,
    })),
    faults: faults.slice(0, FAULTS_SHOWN),
  };
}

type ImportedKey = NewClientWithKey & { name: string; email: string | null };
/** The result of an import, or the faults that prevent it. */
export type ImportOutcome = { faults: ImportFault[] } | { rows: ImportedRow[]; issued: ImportedKey[] };

/** Imports a few rows per transaction: a row that fails reports why, and the others continue. */
export async function importClients(
  context: IssueKeyContext & ImportContext,
  { withKeys, ...wish }: ImportInput & Pick<ImportRequest, "withKeys">,
): Promise<ImportOutcome> {
  const { planned, faults } = await planOf(context, wish);
  if (faults.length > 0) return { faults: faults.slice(0, FAULTS_SHOWN) };
  const chosen = planned.map((row) => ({ ...row, does: chosenFor(row, wish.choices) }));
  const rows: ImportedRow[] = [];
  const issued: ImportedKey[] = [];
  for (let first = 0; first < chosen.length; first += ROWS_AT_ONCE) {
    const piece = chosen.slice(first, first + ROWS_AT_ONCE);
    const added = await addRows(context, piece, withKeys);
    issued.push(...added.issued);
    rows.push(...added.rows, ...(await updateRows(context, piece)), ...skipRows(piece));
    // lets requests run between batches
    await setImmediate();
  }
  return { rows: rows.toSorted((one, other) => one.line - other.line), issued };
}

type Plan = { table: ImportTable | undefined; planned: PlannedRow[]; faults: ImportFault[] };

async function planOf({ storage, importer }: ImportContext, { csv, columns }: ImportInput): Promise<Plan> {
  const { words, isAdministrator, managerId } = importer;
  refuseColumns(columns, isAdministrator);
  const fields = await storage.fields.list();
  const table = readTable(csv, { columns, words, isAdministrator, fields });
  if ("fault" in table) return { table: undefined, planned: [], faults: [table.fault] };
  if (typeof columns === "object") refusePlaces(columns, table, fields);
  const managers = table.places.has("manager") ? await signInAddresses(storage) : new Map();
  const interviews = table.places.has("interview") ? (await storage.interviews.list()).filter(isOffered) : [];
  const rows = await readRows(table, { words, managers, interviews, fields });
  if (table.places.has("tags")) await refuseTags(storage, rows, { words, table });
  const isStrict = columns === undefined;
  const scope = isAdministrator && !isStrict ? "all" : { managerId: managerId ?? "" };
  const planned = planImport(rows, await knownOf(storage, rows, managerId === null ? "all" : scope));
  return { table, planned, faults: isStrict ? planned.flatMap((row) => strictFaults(row, words)) : [] };
}

async function readRows(
  table: ImportTable,
  reading: Omit<Parameters<typeof readImportRow>[1], "table">,
): Promise<ParsedImportRow[]> {
  const rows: ParsedImportRow[] = [];
  for (const record of table.records) {
    rows.push(readImportRow(record, { ...reading, table }));
    if (rows.length % 500 === 0) await setImmediate();
  }
  return rows;
}

function refuseColumns(columns: ImportInput["columns"], isAdministrator: boolean): void {
  if (typeof columns !== "object") return;
  const fields = Object.values(columns).filter((field) => field !== "nowhere");
  if (fields.includes("manager") && !isAdministrator) throw new CatalogError("FORBIDDEN");
  if (new Set(fields).size < fields.length) throw wrongColumns("Expected each field once");
  if (!fields.includes("name")) throw wrongColumns('Expected a column of the field "name"');
}

function refusePlaces(
  columns: object,
  { columns: { length }, places }: ImportTable,
  fields: readonly CustomField[],
): void {
  const known = new Set(fields.map(({ fieldId }) => fieldId));
  const own = [...places.keys()].filter(isOwnField).map(ownFieldId);
  const unknown = own.find((id) => !known.has(id));
  if (unknown !== undefined) throw wrongColumns(`There is no field "${unknown}"`);
  const missing = Object.keys(columns).find((index) => Number(index) >= length);
  if (missing !== undefined) throw wrongColumns(`The table has ${length} columns, from 0 on`);
}

function wrongColumns(message: string): CatalogError {
  return new CatalogError("VALIDATION_ERROR", { details: [{ path: "columns", message }] });
}

async function signInAddresses(storage: ImportContext["storage"]): Promise<Map<string, string>> {
  const managers = await storage.managers.list();
  const live = managers.filter(({ revokedAt }) => revokedAt === null);
  return new Map(live.map(({ email, managerId }) => [email, managerId]));
}

/** Adds a fault to rows whose tags would exceed the installation's limit. */
async function refuseTags(
  storage: ImportContext["storage"],
  rows: ParsedImportRow[],
  { words, table }: { words: Words; table: ImportTable },
): Promise<void> {
  const known = new Set((await storage.tags.list("all")).map(({ name }) => foldedName(name)));
  const column = table.columns[table.places.get("tags") ?? 0]?.header ?? null;
  for (const { facts, faults } of rows) {
    const folded = (facts.tags ?? []).map(foldedName).filter((name) => !known.has(name));
    if (known.size + new Set(folded).size > TAGS_MAX)
      faults.push({ column, message: words.say("import.fault.allTags", { max: TAGS_MAX }) });
    else for (const name of folded) known.add(name);
  }
}

async function knownOf(storage: ImportContext["storage"], rows: ParsedImportRow[], scope: Scope) {
  const externalIds = rows.flatMap(({ facts }) => facts.externalId ?? []);
  const foldedNames = rows.flatMap(({ facts }) => (facts.name === undefined ? [] : foldedName(facts.name)));
  const clients = await storage.clients.listMatches(scope, { externalIds, foldedNames });
  const own = new Set(clients.map(({ clientId }) => clientId));
  const all =
    scope === "all" || externalIds.length === 0
      ? []
      : await storage.clients.listMatches("all", { externalIds, foldedNames: [] });
  const matched = rows.some(({ facts }) => facts.fields) ? clients.map(({ clientId }) => clientId) : [];
  const values = await storage.fields.listValuesOf(matched);
  const others = all.filter(({ clientId }) => !own.has(clientId));
  return { clients, values, taken: new Set(others.flatMap(({ externalId }) => externalId ?? [])) };
}

/** For callers who send no mapping, every row that would not simply be added is a fault. */
function strictFaults({ line, facts, faults, reason, twin }: PlannedRow, { say }: Words): ImportFault[] {
  if (reason === "fault") return faults.map(({ message }) => ({ line, message }));
  if (reason === "new") return [];
  const { name: text = "" } = facts;
  const message =
    reason === "twice"
      ? say("import.fault.twice", { text, line: twin ?? 0 })
      : say("import.fault.known", { text });
  return [{ line, message }];
}

function toRowView({ line, facts, faults, does, may, reason, twin, client, changes }: PlannedRow): ImportRow {
  const { name = null, email = null } = facts;
  return {
    line,
    name,
    email,
    does,
    may,
    reason,
    twin,
    clientId: client?.clientId ?? null,
    clientName: client?.name ?? null,
    changes,
    faults,
  };
}

/** A choice that is not possible, or no longer possible, falls back to the proposed action. */
function chosenFor({ line, does, may }: PlannedRow, choices: ImportInput["choices"] = {}): ImportAction {
  const choice = choices[line];
  return choice !== undefined && may.includes(choice) ? choice : does;
}

function skipRows(piece: PlannedRow[]): ImportedRow[] {
  const skipped = piece.filter(({ does }) => does === "skip");
  return skipped.map(({ line, reason }) => ({ line, did: "skipped", reason, clientId: null }));
}

/** Import fields that have a different name among a client's facts. */
const FACTS: { [Name in ImportField]?: string } = { manager: "managerId" };

type AddedRows = { rows: ImportedRow[]; issued: ImportedKey[] };

async function addRows(
  context: IssueKeyContext & ImportContext,
  piece: PlannedRow[],
  withKeys: boolean,
): Promise<AddedRows> {
  const rows = piece.filter(({ does }) => does === "add");
  if (rows.length === 0) return { rows: [], issued: [] };
  try {
    return await addAtOnce(context, rows, withKeys);
  } catch (error) {
    if (!(error instanceof CatalogError && error.code === "EXTERNAL_ID_TAKEN")) throw error;
    // another client has taken one of the external ids since; the rows are now added one by one
    const [only] = rows;
    if (only && rows.length === 1)
      return {
        rows: [{ line: only.line, did: "skipped", reason: "external-id-taken", clientId: null }],
        issued: [],
      };
    const each: AddedRows[] = [];
    for (const row of rows) each.push(await addRows(context, [row], withKeys));
    return { rows: each.flatMap((one) => one.rows), issued: each.flatMap((one) => one.issued) };
  }
}

async function addAtOnce(
  context: IssueKeyContext & ImportContext,
  rows: PlannedRow[],
  withKeys: boolean,
): Promise<AddedRows> {
  const facts = rows.map(({ facts: { name = "", ...rest } }): NewClientFacts => {
    return { managerId: context.importer.managerId, ...rest, name };
  });
  const issued = withKeys ? await addClients(context, facts) : [];
  const ids = withKeys ? issued.map(({ clientId }) => clientId) : await addClientsWithoutKey(context, facts);
  return {
    rows: rows.map(({ line, reason }, place) => {
      return { line, did: "added", reason, clientId: ids[place] ?? null };
    }),
    issued,
  };
}

/** Names the changes as other changes of a client do; own fields count as one. */
function namesOf(changed: ImportField[]): string {
  const names = changed.map((field) => (isOwnField(field) ? "fields" : field));
  return [...new Set(names)].join(" ");
}

async function updateRows(
  context: IssueKeyContext & ImportContext,
  piece: PlannedRow[],
): Promise<ImportedRow[]> {
  const { now, actor = { actor: OPERATOR, at: now } } = context;
  const rows = piece.flatMap(({ does, client, ...row }) =>
    does === "update" && client ? [{ ...row, client }] : [],
  );
  if (rows.length === 0) return [];
  const changes = rows.map(({ facts: { tags = [], fields = [], ...facts }, ...row }) => {
    const { client, changes: changed } = row;
    const { clientId } = client;
    const isChanged = (name: string) => changed.some((field) => (FACTS[field] ?? field) === name);
    return {
      clientId,
      // only changed facts, because setting the same email address again would count as a new address
      facts: Object.fromEntries(Object.entries(facts).filter(([name]) => isChanged(name))),
      tags,
      fields: fields.filter(({ fieldId }) => isChanged(`field:${fieldId}`)),
      at: now,
      events: [eventOf(actor, "client.changed", { clientId, detail: namesOf(changed) })],
    };
  });
  const outcomes = await context.storage.clients.changeMany(changes);
  return rows.map(({ line, reason, client: { clientId } }, place): ImportedRow => {
    const outcome = outcomes[place] ?? "gone";
    return outcome === "done"
      ? { line, did: "updated", reason, clientId }
      : { line, did: "skipped", reason: outcome, clientId: null };
  });
}
