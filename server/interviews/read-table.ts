import type { Language } from "#contract/languages.ts";
import type { DraftCard, DraftSection, InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import { entryNameOf } from "#contract/manage/interview-draft/entry-names.ts";
import type { QuestionTableProblem } from "#contract/manage/interviews.ts";
import { linesOf } from "../runtime/table-lines.ts";

/** The limits of an interview definition: questions per section, and sections. */
const QUESTIONS_PER_SECTION = 50;
const SECTIONS_MAX = 30;
const TEXT_MAX = 1_000;
const TITLE_MAX = 60;
const OPTIONS_MAX = 200;
const OPTION_VALUE_MAX = 60;
const MINUTES_PER_QUESTION = 1;
const LINES_MAX = QUESTIONS_PER_SECTION * SECTIONS_MAX + 2;

/** The names of each column in both languages. */
const COLUMNS = {
  section: ["section", "sección", "seccion", "page", "group"],
  question: ["question", "pregunta", "title", "título", "titulo", "label"],
  help: ["help", "ayuda", "description", "descripción", "descripcion", "hint"],
  type: ["type", "tipo", "kind"],
  options: ["options", "opciones", "choices", "answers"],
  required: ["required", "obligatoria", "obligatorio", "mandatory"],
} as const;
type Column = keyof typeof COLUMNS;
type Row = { [Name in Column]?: string };

/** First columns in exports of form services that are not questions. */
const NO_QUESTION = /^(?:timestamp|marca temporal|submitted at|response id|#|no\.?)$/i;
const YES = /^(?:yes|y|true|x|1|required|sí|si|obligatori[oa])$/i;

/** The kind for each type name; the first match counts. */
const TYPES: readonly [pattern: RegExp, kind: Guess][] = [
  [/check ?box|multi(?:ple)? ?select|several|casillas|varias/i, { kind: "choice", max: "many" }],
  [/choice|radio|drop|select|list|opci[oó]n|elegir|desplegable/i, { kind: "choice" }],
  [/yes|s[ií]\/no|boolean/i, { kind: "yes-no" }],
  [/scale|rating|stars|escala|calificaci/i, { kind: "scale" }],
  [/date|day|fecha|d[ií]a/i, { kind: "date" }],
  [/e-?mail|correo/i, { kind: "short-text", format: "email" }],
  [/phone|tel[eé]fono/i, { kind: "short-text", format: "phone" }],
  [/url|link|website|sitio/i, { kind: "short-text", format: "url" }],
  [/number|integer|n[uú]mero/i, { kind: "short-text", format: "number" }],
  [/short|line|corta|l[ií]nea/i, { kind: "short-text" }],
  [/statement|section header|texto|title and description/i, { kind: "statement" }],
  [/paragraph|long|text|p[aá]rrafo|larga/i, { kind: "free-answer" }],
];

/** For questions without a type: guesses the kind from how the question begins or what it is about. */
const BY_WORDS: readonly [pattern: RegExp, kind: Guess][] = [
  [/\be-?mail\b|\bcorreo\b/i, { kind: "short-text", format: "email" }],
  [/\bphone\b|\btel[eé]fono\b/i, { kind: "short-text", format: "phone" }],
  [/\bwebsite\b|\burl\b|\bsitio web\b/i, { kind: "short-text", format: "url" }],
  [/^how many\b|^¿?cu[aá]nt[oa]s\b/i, { kind: "short-text", format: "number" }],
  [/\bdate\b|\bfecha\b/i, { kind: "date" }],
  [/^(?:is|are|do|does|did|have|has|can|will)\b|^¿?(?:tienen?|hay|pueden?)\b/i, { kind: "yes-no" }],
  [/\bname\b|\bnombre\b/i, { kind: "short-text" }],
];

/** These need more than a row can say. */
type KindOutsideTables = "business-profile" | "tool-picker" | "website";
type Guess =
  | { kind: Exclude<DraftCard["kind"], KindOutsideTables | "choice" | "short-text"> }
  | { kind: "choice"; max?: "many" }
  | { kind: "short-text"; format?: "email" | "phone" | "url" | "number" };

const WORDS: {
  [Of in Language]: {
    section: string;
    /** The end of a section's id. */
    idEnd: string;
    about: string;
    sample: string;
    low: string;
    high: string;
  };
} = {
  en: {
    section: "Questions",
    idEnd: "section",
    about: "A part of the interview.",
    sample: "In your own words.",
    low: "Not at all",
    high: "Very",
  },
  es: {
    section: "Preguntas",
    idEnd: "seccion",
    about: "Una parte de la entrevista.",
    sample: "En sus palabras.",
    low: "Nada",
    high: "Mucho",
  },
};
const SAMPLES = {
  email: "name@example.com",
  phone: "+1 555 010 2030",
  url: "https://www.example.com",
  number: "10",
};

/**
 * Reads an interview from a table with one row per question, or from a single row with one question per cell, such as
 * the header of a form's answers. Returns the problem if it finds no question.
 */
export function readTable(text: string, language: Language): InterviewDraft | QuestionTableProblem {
  const lines = linesOf(text, LINES_MAX);
  if ("wrongQuote" in lines) return "quote";
  const [header, ...others] = lines.map(({ cells }) => cells);
  if (!header) return "empty";
  const columns = columnsIn(header);
  const rows = columns ? others.map((cells) => rowOf(cells, columns)) : cellsOf(header);
  const questions = rows.filter(({ question }) => question !== undefined && question !== "");
  if (questions.length === 0) return "empty";
  const sections = sectionsOf(questions, language);
  return sections.length > SECTIONS_MAX ? "large" : { format: 1, languages: [language], sections };
}

/** The place of each column; undefined if no column contains questions. */
function columnsIn(header: string[]): Map<Column, number> | undefined {
  const found = new Map<Column, number>();
  for (const [at, cell] of header.entries()) {
    const name = cell.toLowerCase().trim();
    const column = (Object.keys(COLUMNS) as Column[]).find((each) =>
      (COLUMNS[each] as readonly string[]).includes(name),
    );
    if (column && !found.has(column)) found.set(column, at);
  }
  return found.has("question") ? found : undefined;
}

function rowOf(cells: string[], columns: ReadonlyMap<Column, number>): Row {
  return Object.fromEntries([...columns].map(([column, at]) => [column, cells[at]?.trim() ?? ""]));
}

function cellsOf(header: string[]): Row[] {
  return header.filter((cell) => !NO_QUESTION.test(cell.trim())).map((question) => ({ question }));
}

/** Groups rows by section name. A section with too many questions is split. */
function sectionsOf(rows: Row[], language: Language): DraftSection[] {
  const words = WORDS[language];
  const names = new Set<string>();
  const isTaken = (name: string) => names.has(name);
  const byName = Map.groupBy(rows, ({ section }) => section || words.section);
  return [...byName].flatMap(([name, all]) => {
    const parts = Array.from({ length: Math.ceil(all.length / QUESTIONS_PER_SECTION) }, (_, at) =>
      all.slice(at * QUESTIONS_PER_SECTION, (at + 1) * QUESTIONS_PER_SECTION),
    );
    return parts.map((part, at): DraftSection => {
      const id = unique(`${name} ${words.idEnd}`, isTaken, names);
      return {
        id,
        name: shortened(parts.length > 1 ? `${name} ${at + 1}` : name, TITLE_MAX),
        minutes: Math.min(Math.max(part.length * MINUTES_PER_QUESTION, 1), 240),
        description: words.about,
        questions: part.map((row) => cardOf(row, language, (title) => unique(title, isTaken, names))),
      };
    });
  });
}

function unique(title: string, isTaken: (name: string) => boolean, names: Set<string>): string {
  const name = entryNameOf(title, isTaken);
  names.add(name);
  return name;
}

function cardOf(row: Row, language: Language, newName: (title: string) => string): DraftCard {
  const prompt = shortened(row.question ?? "", TEXT_MAX);
  const title = shortened(prompt.replace(/[?:]+$/, "").replace(/^¿/, ""), TITLE_MAX);
  const guess = kindOf(row, prompt);
  const entry = newName(title);
  const help = row.help ? { help: shortened(row.help, TEXT_MAX) } : {};
  const need = YES.test(row.required ?? "") ? { need: "required" as const } : {};
  const shared = { id: entry, title, prompt, ...help };
  const words = WORDS[language];
  switch (guess.kind) {
    case "statement":
      return { kind: "statement", ...shared };
    case "choice":
      return { ...guess, ...shared, entry, ...need, options: optionsOf(row.options ?? "") };
    case "scale":
      return { kind: "scale", ...shared, entry, ...need, min: 1, max: 5, low: words.low, high: words.high };
    case "short-text":
      return {
        ...guess,
        ...shared,
        entry,
        ...need,
        sample: guess.format ? SAMPLES[guess.format] : words.sample,
      };
    case "free-answer":
      return { kind: "free-answer", ...shared, entry, ...need, sample: words.sample };
    case "yes-no":
    case "date":
      return { kind: guess.kind, ...shared, entry, ...need };
  }
}

function kindOf({ type = "", options = "" }: Row, prompt: string): Guess {
  const named = type === "" ? undefined : TYPES.find(([pattern]) => pattern.test(type))?.[1];
  const hasOptions = optionsOf(options).length > 0;
  if (named && (named.kind !== "choice" || hasOptions)) return named;
  if (hasOptions) return { kind: "choice" };
  return BY_WORDS.find(([pattern]) => pattern.test(prompt))?.[1] ?? { kind: "free-answer" };
}

/** Options separated by line breaks, bars, semicolons, or else commas. */
function optionsOf(text: string): { value: string; label: string }[] {
  const separator = ["\n", "|", ";", ","].find((each) => text.includes(each)) ?? "\n";
  const labels = text
    .split(separator)
    .map((label) => shortened(label.trim(), TEXT_MAX))
    .filter((label) => label !== "");
  const names = new Set<string>();
  return [...new Set(labels)].slice(0, OPTIONS_MAX).map((label) => {
    const value = entryNameOf(label, (name) => names.has(name) || name === "other").slice(
      0,
      OPTION_VALUE_MAX,
    );
    names.add(value);
    return { value, label };
  });
}

/** Shortens text at a word boundary. */
function shortened(text: string, max: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line.length <= max) return line;
  const cut = line.slice(0, max - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), max / 2)).trimEnd()}…`;
}
