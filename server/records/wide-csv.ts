import { entryPlaces, type Interview } from "#contract/interview/interview.ts";
import type { FormField } from "#contract/interview/kinds/kind.ts";
import { kindNamed } from "#contract/interview/kinds/kinds.ts";
import type { RecordedAnswer } from "#contract/interview/kinds/recorded-answer.ts";
import type { BriefedClient } from "#contract/manage/answers/brief.ts";
import {
  type EarlierEntry,
  type Interviews,
  type ReadableQuestion,
  readRecord,
} from "#contract/manage/answers/read-record.ts";
import type { CustomField, FieldKind, FieldValue, FieldValues } from "#contract/manage/fields.ts";
import { isBlank } from "#contract/text.ts";
import type { Words } from "../runtime/words.ts";
import type { ManagedClient } from "../storage/clients/managed-clients.ts";
import { type Cell, choiceWords, wordsOfField } from "./export-record.ts";

/** The first columns of each client's row. Read by programs, so they are the same in every language. */
export const CLIENT_COLUMNS = [
  "clientId",
  "client",
  "state",
  "contact",
  "email",
  "phone",
  "website",
  "accountManager",
  "tags",
  "due",
  "interview",
] as const;

/** A table with one row per client. */
export type WideTable = {
  head: Cell[];
  /** `values`: the client's values in the provider's own fields, by field id. */
  rowOf(
    client: ManagedClient,
    answered: Pick<BriefedClient, "interview" | "record">,
    values?: FieldValues,
  ): Cell[];
};
type Asked = Interviews & { fields?: readonly CustomField[] };

type Column = { title: string; text: string };

/**
 * One column for each of the provider's own fields, each current question, each field of a form, and each question of
 * earlier interviews. `words` are in the language of the interview.
 */
export function wideTable({ interview, interviews, fields = [] }: Asked, words: Words): WideTable {
  const blank = readRecord(interview, {}).sections.flatMap(({ questions }) => questions);
  const earlier = earlierColumns({ interview, interviews }, words);
  const titles = [...blank.flatMap((question) => questionColumns(question, question, words)), ...earlier];
  const own = fields.map(({ name }) => name);
  return {
    head: distinct([...CLIENT_COLUMNS, ...own, ...titles.map(({ title }) => title)]),
    rowOf(client, { interview: { name }, record }, values = {}) {
      const read = readRecord(interview, record, interviews);
      const asked = read.sections.flatMap(({ questions }) => questions);
      const given = new Map(read.earlier.map((entry) => [entry.name, entry]));
      return [
        ...clientCells(client, words),
        name,
        ...fields.map(({ fieldId, kind }) => ownCell(kind, values[fieldId])),
        ...blank.flatMap((empty, place) =>
          questionColumns(asked[place] ?? empty, empty, words).map(({ text }) => text),
        ),
        ...earlier.map(({ name }) => earlierText(given.get(name), words)),
      ];
    },
  };
}

/** Numbers and dates in a form that spreadsheets can calculate with. */
function ownCell(kind: FieldKind, value: FieldValue | undefined): Cell {
  return kind === "date" && typeof value === "string" ? new Date(value) : (value ?? "");
}

function clientCells(client: ManagedClient, { say }: Words): Cell[] {
  const { clientId, name, state, contact, email, phone, website, managerName, tags, dueOn } = client;
  return [
    clientId,
    name,
    say(`csv.state.${state}`),
    contact ?? "",
    email ?? "",
    phone ?? "",
    website ?? "",
    managerName ?? "",
    tags.map((tag) => tag.name).join(", "),
    // a date, so that the spreadsheet recognizes it and the guard for text does not apply
    dueOn === null ? "" : new Date(dueOn),
  ];
}

/** `blank` is the same question with nothing filled in; it determines the columns. */
function questionColumns(question: ReadableQuestion, blank: ReadableQuestion, words: Words): Column[] {
  const { title, kind, fields, answers, remarksPrompt } = question;
  const written = { title: columnTitle(title, words.say("csv.remarks")), text: answersText(answers, words) };
  const { hasFixedFields } = kindNamed(kind);
  if (hasFixedFields && blank.fields.length === 0) return [{ ...written, title }];
  const remarks = remarksPrompt === undefined ? [] : [written];
  if (!hasFixedFields) return [{ title, text: fieldsText(fields, words) }, ...remarks];
  const columns = blank.fields.map((empty, place) => {
    const [label] = wordsOfField(empty, words);
    const field = fields[place] ?? fields.find(({ kind }) => kind === "not-applicable");
    return { title: columnTitle(title, label), text: fieldText(field, words) };
  });
  return [...columns, ...remarks];
}

function columnTitle(title: string, label: string): string {
  // a question with a single field uses the question's title alone
  return label === "" ? title : `${title}: ${label}`;
}

function earlierColumns(
  { interview, interviews }: Interviews,
  { say }: Words,
): (Column & { name: string })[] {
  const today = entryPlaces(interview);
  const titles = new Map(interviews.flatMap(titlesOf));
  return [...titles]
    .filter(([name]) => !today.has(name))
    .map(([name, title]) => ({ name, title: columnTitle(say("brief.earlier"), title), text: "" }));
}

function titlesOf(interview: Interview): [name: string, title: string][] {
  return [...entryPlaces(interview)].map(([name, { question }]) => [name, question.title]);
}

function earlierText(entry: EarlierEntry | undefined, words: Words): string {
  if (!entry?.question) return "";
  const { fields, answers } = entry.question;
  return [fieldsText(fields, words), answersText(answers, words)].filter((text) => text !== "").join("\n\n");
}

/** All fields of a form in one cell. */
function fieldsText(fields: FormField[], words: Words): string {
  const texts = fields.map((field) => {
    const [label] = wordsOfField(field, words);
    const text = fieldText(field, words);
    if (text === "") return "";
    return field.kind === "tool" ? `${label} (${text})` : text;
  });
  return texts.filter((text) => text !== "").join(", ");
}

function fieldText(field: FormField | undefined, words: Words): string {
  if (!field) return "";
  const [, text] = wordsOfField(field, words);
  return field.kind === "choice" ? choiceWords(text, words) : text;
}

/** A recording without a transcript still counts as an answer. */
function answersText(answers: RecordedAnswer[], { say }: Words): string {
  const texts = answers.map(({ content, by }) => {
    const text = isBlank(content) ? say("brief.recorded") : content;
    return by ? `${text} (${say("brief.addedBy", { name: by.name })})` : text;
  });
  return texts.join("\n\n");
}

/** Makes titles unique, because spreadsheets and programs identify columns by name. */
function distinct(titles: string[]): string[] {
  const seen = new Map<string, number>();
  return titles.map((title) => {
    const times = (seen.get(title) ?? 0) + 1;
    seen.set(title, times);
    return times === 1 ? title : `${title} (${times})`;
  });
}
