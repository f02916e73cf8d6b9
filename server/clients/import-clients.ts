import type { ImportFault, ImportPreview } from "#contract/manage/import.ts";
import { IMPORT_SAMPLE } from "#contract/manage/limits.ts";
import { addClients, type Issuing } from "../access-keys/issue-key.ts";
import { foldedName } from "../storage/engine/normalized-name.ts";
import type { Storage } from "../storage/storage.ts";
import { type ReadImport, readImport } from "./read-import.ts";

const FAULTS_SHOWN = 100;

/** What a table would add. A client of that name whom the manager has already is a fault of it. */
export async function previewImport(
  storage: Pick<Storage, "clients">,
  csv: string,
  managerId: string,
): Promise<ImportPreview> {
  const { rows, faults } = await checkImport(storage, csv, managerId);
  return {
    clients: rows.length,
    sample: rows.slice(0, IMPORT_SAMPLE),
    faults: faults.slice(0, FAULTS_SHOWN),
  };
}

/** All clients of a table with a first key each, or what keeps it from being added. */
export async function importClients(issuing: Issuing, csv: string, managerId: string) {
  const { rows, faults } = await checkImport(issuing.storage, csv, managerId);
  if (faults.length > 0) return { faults: faults.slice(0, FAULTS_SHOWN) };
  return {
    issued: await addClients(
      issuing,
      rows.map(({ name, email }) => ({ name, email, managerId })),
    ),
  };
}

async function checkImport(
  storage: Pick<Storage, "clients">,
  csv: string,
  managerId: string,
): Promise<ReadImport> {
  const { rows, faults } = readImport(csv);
  const known = new Set(
    await storage.clients.knownNames(
      { managerId },
      rows.map(({ name }) => foldedName(name)),
    ),
  );
  const taken = rows
    .filter(({ name }) => known.has(foldedName(name)))
    .map(({ line, name }): ImportFault => ({ line, message: `You have a client "${name}" already.` }));
  return { rows, faults: [...faults, ...taken].sort((one, other) => one.line - other.line) };
}
