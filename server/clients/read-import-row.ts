import { emailSchema } from "#contract/api/email.ts";
import { type Language, languages } from "#contract/languages.ts";
import { CLIENT_NAME_MAX_LENGTH } from "#contract/limits.ts";
import type { ImportField, ImportRow } from "#contract/manage/import.ts";
import { CONTACT_MAX_LENGTH, EXTERNAL_ID_MAX_LENGTH } from "#contract/manage/limits.ts";
import { nameSchema } from "#contract/manage/names.ts";
import { TAG_MAX_LENGTH, TAGS_PER_CLIENT_MAX } from "#contract/manage/tags.ts";
import type { Words, WordsId } from "../runtime/words.ts";
import { readDay } from "./read-day.ts";
import type { ReadTable } from "./read-import.ts";
import type { Line } from "./table-lines.ts";

/** What a row says of a client: only what is in its cells. */
export type RowFacts = {
  name?: string;
  contact?: string;
  email?: string;
  dueOn?: string;
  tags?: string[];
  language?: Language;
  externalId?: string;
  managerId?: string;
};
export type ReadRow = { line: number; facts: RowFacts; faults: ImportRow["faults"] };

type Reading = {
  table: Pick<ReadTable, "columns" | "places">;
  words: Words;
  /** Accounts that may sign in, by address. */
  managers: ReadonlyMap<string, string>;
};

/** A cell that could not be read, in a sentence. */
class Unreadable extends Error {}

const TEXTS = {
  name: { field: "import.field.name", max: CLIENT_NAME_MAX_LENGTH },
  contact: { field: "import.field.contact", max: CONTACT_MAX_LENGTH },
  externalId: { field: "import.field.externalId", max: EXTERNAL_ID_MAX_LENGTH },
  tag: { field: "import.field.tag", max: TAG_MAX_LENGTH },
} as const satisfies { [Kind in string]: { field: WordsId; max: number } };
const schemas = Object.fromEntries(Object.entries(TEXTS).map(([kind, { max }]) => [kind, nameSchema(max)]));
const LANGUAGES: { [word: string]: Language } = {
  english: "en",
  ingles: "en",
  inglés: "en",
  spanish: "es",
  espanol: "es",
  español: "es",
};

/** What one line says, and what is wrong with its cells. Empty cells say nothing. */
export function readImportRow({ line, cells }: Line, reading: Reading): ReadRow {
  const { table, words } = reading;
  const { say } = words;
  // separators without a cell behind them say nothing
  const filled = cells.findLastIndex((cell) => cell !== "") + 1;
  if (filled > table.columns.length) {
    const message = say("import.fault.cells", { cells: filled, columns: table.columns.length });
    return { line, facts: {}, faults: [{ column: null, message }] };
  }
  const facts: RowFacts = {};
  const faults: ReadRow["faults"] = [];
  for (const [field, index] of table.places) {
    const cell = cells[index] ?? "";
    if (cell === "" && field !== "name") continue;
    try {
      Object.assign(facts, readCell(field, cell, reading));
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      faults.push({ column: table.columns[index]?.header || null, message: error.message });
    }
  }
  return { line, facts, faults };
}

/** Throws Unreadable. */
function readCell(field: ImportField, cell: string, { words, managers }: Reading): RowFacts {
  if (cell.includes("\ufffd")) throw new Unreadable(words.say("import.fault.damaged"));
  const shown = cell.slice(0, 50);
  switch (field) {
    case "name":
    case "contact":
    case "externalId":
      return { [field]: readText(field, cell, words) };
    case "email": {
      const email = emailSchema.safeParse(cell);
      if (!email.success) throw new Unreadable(words.say("import.fault.email", { text: shown }));
      return { email: email.data };
    }
    case "dueOn": {
      const read = readDay(cell, words.language);
      if (typeof read === "object") return { dueOn: read.day };
      const id = read === "ambiguous" ? "import.fault.dayOrder" : "import.fault.day";
      throw new Unreadable(words.say(id, { text: shown }));
    }
    case "tags":
      return { tags: readTags(cell, words) };
    case "language": {
      const language = languageOf(cell);
      if (!language) throw new Unreadable(words.say("import.fault.language", { text: shown }));
      return { language };
    }
    case "manager": {
      const managerId = managers.get(cell.toLowerCase());
      if (managerId === undefined) throw new Unreadable(words.say("import.fault.manager", { text: shown }));
      return { managerId };
    }
  }
}

function readText(kind: keyof typeof TEXTS, text: string, { say }: Words): string {
  const read = schemas[kind]?.safeParse(text);
  if (read?.success) return read.data;
  const { field, max } = TEXTS[kind];
  const code = read?.error.issues[0]?.code;
  const name = say(field);
  if (code === "too_small") throw new Unreadable(say("import.fault.empty", { field: name }));
  if (code === "too_big") throw new Unreadable(say("import.fault.long", { field: name, max }));
  throw new Unreadable(say("import.fault.unseen", { field: name }));
}

function readTags(cell: string, words: Words): string[] {
  const parts = cell.split(/[,;|]/).map((part) => part.trim());
  const names = parts.filter((part) => part !== "").map((part) => readText("tag", part, words));
  if (names.length > TAGS_PER_CLIENT_MAX)
    throw new Unreadable(words.say("import.fault.tags", { max: TAGS_PER_CLIENT_MAX }));
  return names;
}

/** By its name in either language, or by its tag, such as es-MX. */
function languageOf(cell: string): Language | undefined {
  const word = cell.toLowerCase();
  const primary = word.split(/[-_]/)[0];
  return LANGUAGES[word] ?? languages.find((language) => language === primary);
}
