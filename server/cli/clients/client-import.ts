import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { isOwnField, type CustomField as OwnField, ownFieldId } from "#contract/manage/fields.ts";
import {
  type ImportColumn,
  type ImportedRow,
  type ImportReason,
  type ImportRow,
  importFields,
} from "#contract/manage/import.ts";
import { decodeTable, tableProblem } from "#contract/manage/table-text.ts";
import { type Importer, importClients, previewImport } from "../../clients/import/import-clients.ts";
import { CatalogError } from "../../http/errors.ts";
import type { Installation } from "../../open-installation.ts";
import { pluralize } from "../../runtime/pluralize.ts";
import { wordsIn } from "../../runtime/words.ts";
import type { Config } from "../../settings/config.ts";
import { foldedName } from "../../storage/engine/normalized-name.ts";
import { CommandError, command, print, table, withInstallation } from "../command.ts";
import { actOnClients, causeWords } from "./operator-act.ts";

type Options = { map?: string; invite?: boolean; dryRun?: boolean; json?: boolean };
type Field = ImportColumn["field"];
type Columns = { [index: string]: Field };

const WORDS = wordsIn("en");

/** Field names as the operator types them, in lower case. */
const FIELDS: { [name: string]: Field } = {
  ...Object.fromEntries([...importFields, "nowhere"].map((field) => [field.toLowerCase(), field])),
  due: "dueOn",
  "external-id": "externalId",
};

/** The built-in and the provider's own fields by name; built-in names take precedence. */
function fieldsByName(own: OwnField[]): typeof FIELDS {
  const named = own.map(({ fieldId, name }): [string, Field] => [foldedName(name), `field:${fieldId}`]);
  return { ...Object.fromEntries(named), ...FIELDS };
}

const REASONS: { [Reason in ImportReason]: string } = {
  new: "new",
  "external-id": "has this external ID",
  "address-and-name": "has this name and email address",
  "same-name": "a client has this name",
  twice: "an earlier line says the same",
  unchanged: "nothing to change",
  fault: "a cell can't be read",
  "external-id-taken": "another client has the external ID",
  "too-many-tags": "too many tags",
  gone: "the client is gone",
};

export function clientImport(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "import",
    describe: "Add and update clients from a CSV or TSV file, without access keys",
    example: 'client import clients.csv --map "Business Name=name,Owner=contact" --invite',
  })
    .argument("<file>", "CSV or TSV, in UTF-8 or UTF-16, with the names of the columns in its first line")
    .option(
      "--map <columns>",
      `which column is which field (${importFields.join(", ")}, nowhere, or a custom field by its name); all others are guessed`,
    )
    .option("--invite", "email an invitation to each client who is added")
    .option("--dry-run", "show what would happen, and change nothing")
    .option("--json", "print JSON")
    .action(async (file: string, options: Options) => {
      const csv = readTableFile(file);
      await withInstallation(env, async (installation, config) => {
        const importer: Importer = { managerId: null, isAdministrator: true, words: WORDS };
        const importing = { ...installation, importer, now: Date.now() };
        const own = await installation.storage.fields.list();
        const { columns, rows } = await planned(importing, csv, { map: options.map, own });
        if (options.dryRun) return printPlan({ columns, rows, own }, options);
        const outcome = await importClients(importing, { csv, columns: mappingOf(columns), withKeys: false });
        if ("faults" in outcome) throw faulty(outcome.faults);
        const invited = options.invite
          ? await inviteAdded({ installation, config }, outcome.rows)
          : undefined;
        printDone(outcome.rows, rows, { ...options, invited });
      });
    });
}

function readTableFile(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code === "ENOENT" ? `There is no file ${file}.` : `${file} can't be read (${code}).`,
    );
  }
  const { text, isGuessed } = decodeTable(bytes, TextDecoder);
  const problem = tableProblem(text);
  if (problem) throw new CommandError(`${file}: ${WORDS.say(`import.problem.${problem}`)}`);
  if (isGuessed) throw new CommandError(`${file} isn't UTF-8. Save it as "CSV UTF-8", then try again.`);
  return text;
}

type Importing = Pick<Installation, "storage"> & { importer: Importer };

/** Previews the import with the guessed columns, overridden by the named ones. */
async function planned(
  importing: Importing,
  csv: string,
  { map, own }: { map: string | undefined; own: OwnField[] },
) {
  const guessed = await previewImport(importing, { csv, columns: "guess" });
  if (guessed.faults.length > 0) throw faulty(guessed.faults);
  const columns = mappingOf(
    map === undefined ? guessed.columns : mapped(guessed.columns, map, fieldsByName(own)),
  );
  if (!Object.values(columns).includes("name")) {
    const headers = guessed.columns.map(({ header }) => `"${header}"`).join(", ");
    throw new CommandError(
      `No column is clearly the name of the business. Name it with --map "<column>=name". The columns are: ${headers}.`,
    );
  }
  try {
    return await previewImport(importing, { csv, columns });
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    throw new CommandError("Two columns have the same field. Name each field once in --map.");
  }
}

function mappingOf(columns: Pick<ImportColumn, "index" | "field">[]): Columns {
  return Object.fromEntries(columns.map(({ index, field }) => [String(index), field]));
}

/** A column guessed for a field is released if another column was named for that field. */
function mapped(columns: ImportColumn[], map: string, fields: typeof FIELDS): ImportColumn[] {
  const named = new Map(map.split(",").map((part) => pairOf(part, columns, fields)));
  const taken = new Set(named.values());
  return columns.map((column) => {
    const field = named.get(column.index) ?? (taken.has(column.field) ? "nowhere" : column.field);
    return { ...column, field };
  });
}

function pairOf(part: string, columns: ImportColumn[], fields: typeof FIELDS): [number, Field] {
  const place = part.lastIndexOf("=");
  const header = part.slice(0, Math.max(0, place)).trim();
  const column = columns.find((each) => foldedName(each.header) === foldedName(header));
  const field = fields[foldedName(part.slice(place + 1))];
  if (!column) throw new CommandError(`The file has no column "${header}".`);
  if (!field)
    throw new CommandError(
      `"${part}" names no field. Use one of: ${importFields.join(", ")}, nowhere, or the name of a custom field.`,
    );
  return [column.index, field];
}

function faulty(faults: { line: number; message: string }[]): CommandError {
  return new CommandError(faults.map(({ line, message }) => `Line ${line}: ${message}`).join("\n"));
}

type Plan = { columns: ImportColumn[]; rows: ImportRow[]; own: OwnField[] };

function printPlan({ columns, rows, own }: Plan, { json }: Options): void {
  const nameOf = (field: Field) => {
    if (!isOwnField(field)) return field;
    return own.find(({ fieldId }) => fieldId === ownFieldId(field))?.name ?? field;
  };
  const shown = rows.map(({ line, name, email, does, reason, clientId, faults }) => {
    return { line, name, email, does, reason, clientId, faults };
  });
  print({ columns, rows: shown }, json, [
    ...columns.map(({ index, header, field }) => `${header || `Column ${index + 1}`}: ${nameOf(field)}`),
    "",
    ...table(
      ["LINE", "CLIENT", "DOES", "WHY"],
      rows.map((row) => [String(row.line), row.name ?? "-", row.does, whyOf(row)]),
    ),
    "",
    countedRows(rows.map(({ does }) => does)),
    "Nothing was changed. Leave out --dry-run to import.",
  ]);
}

function whyOf({ reason, faults }: Pick<ImportRow, "reason" | "faults">): string {
  if (faults.length === 0) return REASONS[reason];
  return faults.map(({ column, message }) => (column === null ? message : `${column}: ${message}`)).join(" ");
}

function countedRows(actions: string[]): string {
  const count = (action: string) => actions.filter((each) => each.startsWith(action)).length;
  return `${pluralize(count("add"), "client")} to add, ${count("update")} to update, ${count("skip")} to skip.`;
}

type Acting = { installation: Installation; config: Config };
type InviteSummary = { invited: number; notInvited: { clientId: string; reason: string }[] };

async function inviteAdded(acting: Acting, rows: ImportedRow[]): Promise<InviteSummary> {
  const added = rows.flatMap(({ did, clientId }) => (did === "added" && clientId ? [clientId] : []));
  const causes = await actOnClients(acting, { action: "invite" }, added);
  const notInvited = added.flatMap((clientId, place) => {
    const cause = causes[place];
    return cause === undefined ? [] : [{ clientId, reason: causeWords(cause) }];
  });
  return { invited: added.length - notInvited.length, notInvited };
}

function printDone(
  done: ImportedRow[],
  rows: ImportRow[],
  { json, invited }: Options & { invited: InviteSummary | undefined },
): void {
  const of = new Map(rows.map((row) => [row.line, row]));
  const count = (did: ImportedRow["did"]) => done.filter((row) => row.did === did).length;
  const skipped = done.filter(({ did }) => did === "skipped");
  print({ rows: done, ...invited }, json, [
    `Added ${count("added")}, updated ${count("updated")}, skipped ${skipped.length}.`,
    ...skipped.map(({ line, reason }) => {
      const row = of.get(line);
      return `Line ${line}: ${whyOf({ reason, faults: reason === "fault" ? (row?.faults ?? []) : [] })}`;
    }),
    ...(invited
      ? [
          `Invited ${invited.invited}.`,
          ...invited.notInvited.map(({ clientId, reason }) => `${clientId} ${reason}`),
        ]
      : []),
  ]);
}
