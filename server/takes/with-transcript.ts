import type { Entry } from "#contract/interview/kinds/kinds.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { isBlank } from "#contract/text.ts";

export type Transcript = { takeId: string; text: string };

/**
 * The record with the words of a take in its answer; undefined where no answer is that take's, or the client has
 * written their own words into it.
 */
export function withTranscript(record: ClientRecord, transcript: Transcript): ClientRecord | undefined {
  const entries = Object.entries(record).map(
    ([name, entry]) => [name, withWords(entry, transcript)] as const,
  );
  const isChanged = entries.some(([name, entry]) => entry !== record[name]);
  return isChanged ? Object.fromEntries(entries) : undefined;
}

/** The very same entry where it waits for no words of this take. */
function withWords(entry: Entry, { takeId, text }: Transcript): Entry {
  if (!("responses" in entry)) return entry;
  const waits = entry.responses.map(
    ({ id, type, content }) => id === takeId && type === "audio" && isBlank(content),
  );
  if (!waits.includes(true)) return entry;
  const responses = entry.responses.map((answer, place) =>
    waits[place] ? { ...answer, content: text } : answer,
  );
  return { ...entry, responses };
}
