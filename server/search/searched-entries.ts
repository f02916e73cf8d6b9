import type { Choice } from "#contract/interview/choice.ts";
import { entryPlaces, type Interview } from "#contract/interview/interview.ts";
import { kindNamed } from "#contract/interview/kinds/kinds.ts";

/** An entry of records: the question that it answers, and the labels of its fields' values. */
export type SearchedEntry = {
  name: string;
  question: string;
  labels: { [field: string]: Labels };
};
/** In every language and version, the current one first. */
export type Labels = { [value: string]: string[] };

/** The entries of all given interviews, current ones first. Plain data, so that it can be sent to another thread. */
export function searchedEntries(interviews: Iterable<Interview>): SearchedEntry[] {
  const entries = new Map<string, SearchedEntry>();
  for (const interview of interviews)
    for (const { name, kind, question } of entryPlaces(interview).values()) {
      const entry = entries.get(name) ?? { name, question: question.id, labels: {} };
      entries.set(name, entry);
      // remarks about tools are a separate entry
      if (kind === question.kind) addLabels(entry, kindNamed(kind).options?.(question) ?? {});
    }
  return [...entries.values()];
}

function addLabels({ labels }: SearchedEntry, choices: { [field: string]: Choice[] }): void {
  for (const [field, options] of Object.entries(choices)) {
    labels[field] ??= {};
    for (const { value, label } of options) {
      labels[field][value] ??= [];
      if (!labels[field][value].includes(label)) labels[field][value].push(label);
    }
  }
}
