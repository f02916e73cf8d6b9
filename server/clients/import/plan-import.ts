import type { FieldValues } from "#contract/manage/fields.ts";
import type { ImportAction, ImportReason, ImportRow } from "#contract/manage/import.ts";
import type { ManagedClient } from "../../storage/clients/managed-clients.ts";
import { foldedName } from "../../storage/engine/normalized-name.ts";
import type { ParsedImportRow, RowFacts } from "./read-import-row.ts";

/** What to do with a row of the table, and with which client. */
export type PlannedRow = ParsedImportRow & {
  does: ImportAction;
  may: ImportAction[];
  reason: ImportReason;
  twin: number | null;
  client: ManagedClient | undefined;
  changes: ImportRow["changes"];
};

export type KnownClients = {
  /** The clients that the caller may change. */
  clients: ManagedClient[];
  /** Their values in the provider's own fields, by field id. */
  values: ReadonlyMap<string, FieldValues>;
  /** External ids of all other clients. */
  taken: ReadonlySet<string>;
};

type Decision = Pick<PlannedRow, "does" | "may" | "reason"> & Partial<Pick<PlannedRow, "twin" | "client">>;

/** Pure: decides what each row would do, and the alternatives to choose from. */
export function planImport(rows: ParsedImportRow[], known: KnownClients): PlannedRow[] {
  const index = indexOf(known);
  return rows.map((row) => {
    const { twin = null, client, ...decision } = decide(row, index);
    const changes = client ? changesOf(row.facts, client, known.values.get(client.clientId)) : [];
    const isSame = decision.reason !== "same-name" && client !== undefined && changes.length === 0;
    if (!isSame) return { ...row, ...decision, twin, client, changes };
    const may = decision.may.filter((action) => action !== "update");
    return { ...row, does: "skip", may, reason: "unchanged", twin, client, changes };
  });
}

type Index = {
  byExternalId: ReadonlyMap<string, ManagedClient>;
  byName: ReadonlyMap<string, ManagedClient[]>;
  taken: ReadonlySet<string>;
  /** Earlier rows by their content. */
  seen: Map<string, number>;
};

function indexOf({ clients, taken }: KnownClients): Index {
  return {
    byExternalId: new Map(
      clients.flatMap((client) => (client.externalId ? [[client.externalId, client]] : [])),
    ),
    byName: Map.groupBy(clients, ({ name }) => foldedName(name)),
    taken,
    seen: new Map(),
  };
}

function decide({ line, facts, faults }: ParsedImportRow, index: Index): Decision {
  if (faults.length > 0) return { does: "skip", may: ["skip"], reason: "fault" };
  const byId = decideById(line, facts.externalId, index);
  return byId ?? decideByName(line, facts, index);
}

function decideById(line: number, externalId: string | undefined, index: Index): Decision | undefined {
  if (externalId === undefined) return undefined;
  const twin = seenBefore(index, `id ${externalId}`, line);
  if (twin !== undefined) return { does: "skip", may: ["skip"], reason: "twice", twin };
  if (index.taken.has(externalId)) return { does: "skip", may: ["skip"], reason: "external-id-taken" };
  const client = index.byExternalId.get(externalId);
  return client && { does: "update", may: ["update", "skip"], reason: "external-id", client };
}

function decideByName(line: number, { name = "", email, externalId }: RowFacts, index: Index): Decision {
  const folded = foldedName(name);
  const namesakes = (index.byName.get(folded) ?? []).filter(
    (client) => externalId === undefined || client.externalId === null || client.externalId === externalId,
  );
  const same = email === undefined ? undefined : namesakes.find((client) => client.email === email);
  if (same)
    return { does: "update", may: ["add", "update", "skip"], reason: "address-and-name", client: same };
  const client = namesakes.find((each) => email === undefined || each.email === null);
  if (client) return { does: "skip", may: ["add", "update", "skip"], reason: "same-name", client };
  const twin = seenBefore(index, `name ${folded} ${email ?? ""}`, line);
  if (twin !== undefined && externalId === undefined)
    return { does: "skip", may: ["add", "skip"], reason: "twice", twin };
  return { does: "add", may: ["add", "skip"], reason: "new" };
}

function seenBefore({ seen }: Index, what: string, line: number): number | undefined {
  const earlier = seen.get(what);
  if (earlier === undefined) seen.set(what, line);
  return earlier;
}

/** A table may name the absent manager, or the colleague who stands in. */
function isWith({ managerId, goesBackTo }: ManagedClient, wanted: string): boolean {
  return managerId === wanted || goesBackTo?.managerId === wanted;
}

/**
 * Tags are added to the existing ones; empty cells change nothing. Only new clients get an interview from the table.
 */
function changesOf(facts: RowFacts, client: ManagedClient, values: FieldValues = {}): ImportRow["changes"] {
  const { tags = [], managerId, interviewId: _, fields = [], ...texts } = facts;
  const changed = (Object.keys(texts) as (keyof typeof texts)[]).filter(
    (field) => texts[field] !== client[field],
  );
  const has = new Set(client.tags.map((tag) => foldedName(tag.name)));
  return [
    ...changed,
    ...(tags.some((name) => !has.has(foldedName(name))) ? (["tags"] as const) : []),
    ...(managerId !== undefined && !isWith(client, managerId) ? (["manager"] as const) : []),
    ...fields
      .filter(({ fieldId, value }) => values[fieldId] !== value)
      .map(({ fieldId }) => `field:${fieldId}` as const),
  ];
}
