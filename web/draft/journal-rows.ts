import * as z from "zod/mini";
import { entryPlaces, type Interview } from "#contract/interview/interview.ts";
import { type ClientRecord, type RecordInput, storedRecordSchema } from "#contract/record/record.ts";
import { shownInterviewSchema } from "../api/shown-interview.ts";
import type { Interviews } from "../language/interviews.ts";
import type { Draft, SaveAttempt, SyncedRecord } from "./draft.ts";
import type { SealedValue, Vault } from "./vault.ts";

/** One version of an interview as a page shows it; `hashes` name the version in each of its languages. */
export type ShownVersion = { definition: Interview; hashes: Interviews | undefined };

/** What the journal stores of a draft, one row per part. Only `open` changes at every keystroke. */
export type JournalEntry = {
  /** The other parts are read with this interview. */
  interview: ShownVersion;
  open: Pick<Draft, "boxes" | "edits" | "sectionId" | "boxId"> & Partial<Pick<Draft, "continued">>;
  answers: { record: ClientRecord; arrived: Draft["arrived"] };
  server: { synced: SyncedRecord | undefined; unfinished: SaveAttempt | undefined };
};
export type JournalField = keyof JournalEntry;
export const PARTS = ["interview", "open", "answers", "server"] as const satisfies JournalField[];

/** The readable parts of one tab's journal. Another release of the app may have written the record. */
export type RestoredTabJournal = {
  /** Earlier releases did not store the interview. */
  interview?: ShownVersion;
  open?: JournalEntry["open"];
  /** Earlier releases stored only the record. */
  answers?: { record: RecordInput; arrived?: Draft["arrived"] | undefined };
  server?: JournalEntry["server"];
};

export function rowName(slot: string, tabJournal: string, part: JournalField): string {
  return `${slot}/${tabJournal}/${part}`;
}

/** Undefined if the name does not belong to a journal row. */
export function partsOfName(name: string): { tabJournal: string; part: JournalField } | undefined {
  const [, tabJournal = "", last, ...rest] = name.split("/");
  const part = PARTS.find((known) => known === last);
  return part && tabJournal !== "" && rest.length === 0 ? { tabJournal, part } : undefined;
}

/** Throws if the row is damaged, has another format, or does not belong to its name. */
export async function readRow(
  { vault, interview }: { vault: Vault; interview: Interview },
  name: string,
  row: unknown,
): Promise<RestoredTabJournal> {
  const part = partsOfName(name)?.part;
  if (!part) throw new Error("No row of the journal has that name");
  const value = await vault.unseal(name, sealedSchema.parse(row) as SealedValue);
  return { [part]: schemasOf(interview)[part].parse(value) };
}

/** Whether the record has entries that this interview cannot show. If so, the journal sets the row aside. */
export function holdsUnknown(interview: Interview, { answers }: RestoredTabJournal): boolean {
  return Object.keys(answers?.record ?? {}).some((name) => !entryPlaces(interview).has(name));
}

/** An encrypted row as stored in IndexedDB. */
export const sealedSchema = z.object({
  version: z.number(),
  iv: z.instanceof(Uint8Array),
  bytes: z.instanceof(ArrayBuffer),
});

const definitionSchema = z.custom<Interview>(
  (interview) => z.safeParse(shownInterviewSchema, { interview }).success,
);

function schemasOf(interview: Interview): { [Name in JournalField]: z.ZodMiniType } {
  const stored = storedRecordSchema(interview);
  // checked but not rebuilt, so that the key order stays and a repeated save is identical
  const record = z.custom<RecordInput>((value) => z.safeParse(stored, value).success);
  const texts = z.record(z.string(), z.string());
  const text = z.optional(z.string());
  const revision = z.optional(z.number());
  return {
    interview: z.object({ definition: definitionSchema, hashes: z.optional(texts) }),
    open: z.object({
      boxes: texts,
      edits: texts,
      // earlier releases could not continue an answer
      continued: z.optional(texts),
      sectionId: z.string(),
      boxId: text,
    }),
    answers: z.pipe(
      z.object({ record, heard: z.optional(texts), arrived: z.optional(texts) }),
      z.transform(({ heard, ...answers }) => ({ ...answers, record: withRaw(answers.record, heard) })),
    ),
    server: z.object({
      synced: z.optional(z.object({ record, revision, savedAt: text, submittedAt: text })),
      unfinished: z.optional(
        z.object({
          record,
          submit: z.boolean(),
          revision,
          idempotencyKey: z.string(),
          seenAsk: text,
          interview: text,
        }),
      ),
    }),
  };
}

/** Earlier releases kept the raw words of dictated answers beside the record, by answer id. */
function withRaw(record: RecordInput, rawById: { [answerId: string]: string } = {}): RecordInput {
  const rawOf = (id = "") => (Object.hasOwn(rawById, id) ? rawById[id] : undefined);
  return Object.fromEntries(
    Object.entries(record).map(([name, entry]) => {
      if (!("responses" in entry)) return [name, entry];
      const responses = entry.responses.map((response) => ({ raw: rawOf(response.id), ...response }));
      return [name, { ...entry, responses }];
    }),
  );
}
