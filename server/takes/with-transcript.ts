import type { Entry } from "#contract/interview/kinds/kinds.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { isBlank } from "#contract/text.ts";

export type Transcript = { takeId: string; text: string };

/**
 * The record with a recording's transcript in its answer; undefined if no answer belongs to the recording, or the
 * client has typed their own text into it.
 */
export function withTranscript(record: ClientRecord, transcript: Transcript): ClientRecord | undefined {
  const entries = Object.entries(record).map(
    ([name, entry]) => [name, withWords(entry, transcript)] as const,
  );
  const isChanged = entries.some(([name, entry]) => entry !== record[name]);
  return isChanged ? Object.fromEntries(entries) : undefined;
}

/** Returns the same object if it is not waiting for this transcript. */
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
