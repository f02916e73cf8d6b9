import {
  type ChoiceField,
  entryPlaces,
  type Interview,
  type Question,
} from "#contract/interview/interview.ts";

/** An entry of records: the question that it answers, and what is read for the values of its fields. */
export type SearchedEntry = {
  name: string;
  question: string;
  labels: { [field: string]: Labels };
};
/** In each language and of each time, the present one first. */
export type Labels = { [value: string]: string[] };

/** What the interviews of an installation make of a record, those of today first. Plain data, for another thread. */
export function searchedEntries(interviews: Iterable<Interview>): SearchedEntry[] {
  const entries = new Map<string, SearchedEntry>();
  for (const interview of interviews)
    for (const { name, kind, question } of entryPlaces(interview).values()) {
      const entry = entries.get(name) ?? { name, question: question.id, labels: {} };
      entries.set(name, entry);
      // the remarks about tools have another entry
      if (kind === question.kind) addLabels(entry, choicesOf(question));
    }
  return [...entries.values()];
}

function choicesOf(question: Question): { [field: string]: ChoiceField["options"] } {
  if (question.kind === "tool-picker") return { selectedTools: question.tools };
  if (question.kind !== "business-profile") return {};
  const { employees, locations, revenue } = question;
  return { employees: employees.options, locations: locations.options, revenue: revenue.options };
}

function addLabels({ labels }: SearchedEntry, choices: ReturnType<typeof choicesOf>): void {
  for (const [field, options] of Object.entries(choices)) {
    labels[field] ??= {};
    for (const { value, label } of options) {
      labels[field][value] ??= [];
      if (!labels[field][value].includes(label)) labels[field][value].push(label);
    }
  }
}
