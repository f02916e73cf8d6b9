import { emailSchema } from "#contract/api/email.ts";
import { type Language, languages } from "#contract/languages.ts";
import { CLIENT_NAME_MAX_LENGTH } from "#contract/limits.ts";
import { websiteSchema } from "#contract/manage/clients.ts";
import {
  type CustomField,
  FIELD_TEXT_MAX_LENGTH,
  type FieldValue,
  isOwnField,
  ownFieldId,
} from "#contract/manage/fields.ts";
import type { ImportField, ImportRow } from "#contract/manage/import.ts";
import {
  CONTACT_MAX_LENGTH,
  EXTERNAL_ID_MAX_LENGTH,
  PHONE_MAX_LENGTH,
  WEBSITE_MAX_LENGTH,
} from "#contract/manage/limits.ts";
import { nameSchema, wordsSchema } from "#contract/manage/names.ts";
import { TAG_MAX_LENGTH, TAGS_PER_CLIENT_MAX } from "#contract/manage/tags.ts";
import type { TableLine } from "../../runtime/table-lines.ts";
import type { Words, WordsId } from "../../runtime/words.ts";
import type { FieldChange } from "../../storage/clients/fields.ts";
import { foldedName } from "../../storage/engine/normalized-name.ts";
import type { CatalogEntry } from "../../storage/interviews/interviews.ts";
import { readDay } from "./read-day.ts";
import type { ImportTable } from "./read-import.ts";

/** The facts in a row's cells. */
export type RowFacts = {
  name?: string;
  contact?: string;
  email?: string;
  phone?: string;
  website?: string;
  dueOn?: string;
  tags?: string[];
  language?: Language;
  externalId?: string;
  interviewId?: string;
  managerId?: string;
  fields?: FieldChange[];
};
export type ParsedImportRow = { line: number; facts: RowFacts; faults: ImportRow["faults"] };

type ReadRowContext = {
  table: Pick<ImportTable, "columns" | "places">;
  words: Words;
  /** Ids of active accounts by email address. */
  managers: ReadonlyMap<string, string>;
  /** The interviews that clients can get. */
  interviews: readonly Pick<CatalogEntry, "interviewId" | "name">[];
  fields: readonly CustomField[];
};

/** A sentence that says why a cell could not be read. */
class CellError extends Error {}

const TEXTS = {
  name: { field: "import.field.name", max: CLIENT_NAME_MAX_LENGTH },
  contact: { field: "import.field.contact", max: CONTACT_MAX_LENGTH },
  phone: { field: "import.field.phone", max: PHONE_MAX_LENGTH },
  website: { field: "import.field.website", max: WEBSITE_MAX_LENGTH },
  externalId: { field: "import.field.externalId", max: EXTERNAL_ID_MAX_LENGTH },
  tag: { field: "import.field.tag", max: TAG_MAX_LENGTH },
} as const satisfies { [Kind in string]: { field: WordsId; max: number } };
type TextKind = keyof typeof TEXTS;
/** The most interviews to name in an error message. */
const INTERVIEWS_NAMED = 10;
const ownTextSchema = wordsSchema(FIELD_TEXT_MAX_LENGTH);
/** How each language writes numbers, with or without thousands separators. */
const NUMBERS: { [Tag in Language]: { pattern: RegExp; thousands: string } } = {
  en: { pattern: /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/, thousands: "," },
  es: { pattern: /^-?(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/, thousands: "." },
};
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
const LANGUAGES: { [word: string]: Language } = {
  english: "en",
  ingles: "en",
  inglés: "en",
  spanish: "es",
  espanol: "es",
  español: "es",
};

/** Parses one row; the result has its facts and the faults of its cells. Empty cells are ignored. */
export function readImportRow({ line, cells }: TableLine, context: ReadRowContext): ParsedImportRow {
  const { table, words } = context;
  const { say } = words;
  // trailing separators are ignored
  const filled = cells.findLastIndex((cell) => cell !== "") + 1;
  if (filled > table.columns.length) {
    const message = say("import.fault.cells", { cells: filled, columns: table.columns.length });
    return { line, facts: {}, faults: [{ column: null, message }] };
  }
  const facts: RowFacts = {};
  const faults: ParsedImportRow["faults"] = [];
  for (const [field, index] of table.places) {
    const cell = cells[index] ?? "";
    if (cell === "" && field !== "name") continue;
    try {
      const own = ownFieldOf(field, context.fields);
      if (own) facts.fields = [...(facts.fields ?? []), readOwnCell(own, cell, words)];
      else Object.assign(facts, readCell(field, cell, context));
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      faults.push({ column: table.columns[index]?.header || null, message: error.message });
    }
  }
  return { line, facts, faults };
}

function ownFieldOf(field: ImportField, fields: readonly CustomField[]): CustomField | undefined {
  return isOwnField(field) ? fields.find(({ fieldId }) => fieldId === ownFieldId(field)) : undefined;
}

/** Throws Unreadable. */
function readCell(
  field: ImportField,
  cell: string,
  { words, managers, interviews }: ReadRowContext,
): RowFacts {
  refuseDamaged(cell, words);
  const shown = shownPart(cell);
  switch (field) {
    case "name":
    case "contact":
    case "phone":
    case "externalId":
      return { [field]: readText(field, cell, words) };
    case "website": {
      const text = readText(field, cell, words);
      if (!websiteSchema.safeParse(text).success)
        throw new CellError(words.say("import.fault.website", { text: shown }));
      return { website: text };
    }
    case "email": {
      const email = emailSchema.safeParse(cell);
      if (!email.success) throw new CellError(words.say("import.fault.email", { text: shown }));
      return { email: email.data };
    }
    case "dueOn":
      return { dueOn: readDayCell(cell, words) };
    case "tags":
      return { tags: readTags(cell, words) };
    case "language": {
      const language = languageOf(cell);
      if (!language) throw new CellError(words.say("import.fault.language", { text: shown }));
      return { language };
    }
    case "interview": {
      const found = interviews.find(
        ({ interviewId, name }) => interviewId === cell || foldedName(name) === foldedName(cell),
      );
      if (found) return { interviewId: found.interviewId };
      const names = interviews.map(({ name }) => name).slice(0, INTERVIEWS_NAMED);
      throw new CellError(words.say("import.fault.interview", { text: shown, names: names.join(", ") }));
    }
    case "manager": {
      const managerId = managers.get(cell.toLowerCase());
      if (managerId === undefined) throw new CellError(words.say("import.fault.manager", { text: shown }));
      return { managerId };
    }
    default:
      // a field that was deleted since the mapping was read
      return {};
  }
}

/** Throws Unreadable. */
function readOwnCell(field: CustomField, cell: string, words: Words): FieldChange {
  refuseDamaged(cell, words);
  const { fieldId, kind } = field;
  return { fieldId, kind, value: ownValue(field, cell, words) };
}

function ownValue({ kind, name, options }: CustomField, cell: string, words: Words): FieldValue {
  switch (kind) {
    case "text":
      return readWith(ownTextSchema, cell, { name, max: FIELD_TEXT_MAX_LENGTH, words });
    case "number":
      return readNumber(cell, words);
    case "date":
      return readDayCell(cell, words);
    case "choice": {
      const option = options.find((each) => foldedName(each) === foldedName(cell));
      if (option !== undefined) return option;
      const known = { text: shownPart(cell), options: options.join(", ") };
      throw new CellError(words.say("import.fault.choice", known));
    }
  }
}

function refuseDamaged(cell: string, { say }: Words): void {
  if (cell.includes("\ufffd")) throw new CellError(say("import.fault.damaged"));
}

const shownPart = (cell: string) => cell.slice(0, 50);

/** YYYY-MM-DD. Throws Unreadable. */
function readDayCell(cell: string, { say, language }: Words): string {
  const read = readDay(cell, language);
  if (typeof read === "object") return read.day;
  const id = read === "ambiguous" ? "import.fault.dayOrder" : "import.fault.day";
  throw new CellError(say(id, { text: shownPart(cell) }));
}

function readNumber(cell: string, { say, language }: Words): number {
  const { pattern, thousands } = NUMBERS[language];
  if (pattern.test(cell)) return Number(cell.replaceAll(thousands, "").replace(",", "."));
  if (PLAIN_NUMBER.test(cell)) return Number(cell);
  throw new CellError(say("import.fault.number", { text: shownPart(cell) }));
}

function readText(kind: TextKind, text: string, words: Words): string {
  const { field, max } = TEXTS[kind];
  return readWith(nameSchema(max), text, { name: words.say(field), max, words });
}

type Reader = { name: string; max: number; words: Words };

function readWith(
  schema: ReturnType<typeof nameSchema>,
  text: string,
  { name, max, words: { say } }: Reader,
): string {
  const read = schema.safeParse(text);
  if (read.success) return read.data;
  const code = read.error.issues[0]?.code;
  if (code === "too_small") throw new CellError(say("import.fault.empty", { field: name }));
  if (code === "too_big") throw new CellError(say("import.fault.long", { field: name, max }));
  throw new CellError(say("import.fault.unseen", { field: name }));
}

function readTags(cell: string, words: Words): string[] {
  const parts = cell.split(/[,;|]/).map((part) => part.trim());
  const names = parts.filter((part) => part !== "").map((part) => readText("tag", part, words));
  if (names.length > TAGS_PER_CLIENT_MAX)
    throw new CellError(words.say("import.fault.tags", { max: TAGS_PER_CLIENT_MAX }));
  return names;
}

/** Parses a language by its name in either language, or by a tag such as es-MX. */
function languageOf(cell: string): Language | undefined {
  const word = cell.toLowerCase();
  const primary = word.split(/[-_]/)[0];
  return LANGUAGES[word] ?? languages.find((language) => language === primary);
}
