import { TAKE_KEPT_UNNAMED_MS } from "#contract/limits.ts";
import type { ClientRecord } from "#contract/record/record.ts";
import { parseStored } from "../engine/damage.ts";
import { type Engine, prepare } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { insertJob, type NewJob } from "../outbox/jobs.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
import { updateTakesOf } from "./take-rows.ts";

/** A device makes a take's id, so the id is unique only within its client. */
export type TakeName = { clientId: string; takeId: string };

export const TRANSCRIBE_TAKE_JOB = "transcribe-take";
type ReferencedTake = Pick<Tables["takes"], "take_id" | "state" | "drop_at">;
type StoredRecord = { clientId: string; record: ClientRecord; at: number };

/** The current record names takes: each stored record sets how long the client's takes stay. */
export function takeReferences({ reader }: Engine) {
  const takesOf = prepare<{ clientId: string }, ReferencedTake>((param) =>
    reader
      .selectFrom("takes")
      .select(["take_id", "state", "drop_at"])
      .where("client_id", "=", param("clientId"))
      .where("state", "<>", "dropped"),
  );

  /** Part of every transaction that stores a record. */
  return async (db: Db, { clientId, record, at }: StoredRecord): Promise<void> => {
    const takes = await takesOf(db, { clientId });
    if (takes.length === 0) return;
    const wordsOf = takesNamedBy(record);
    const named = takes.filter(({ take_id }) => wordsOf.has(take_id));
    const kept = named.filter(({ drop_at }) => drop_at !== null);
    const left = takes.filter((take) => take.drop_at === null && !named.includes(take));
    await setDropTime(db, { clientId, takes: kept, dropAt: null });
    await setDropTime(db, { clientId, takes: left, dropAt: at + TAKE_KEPT_UNNAMED_MS });
    // the transcript was ready before the answer was saved
    const wordless = named.filter(
      ({ take_id, state }) => state === "transcribed" && wordsOf.get(take_id) === "",
    );
    for (const take of wordless) await queueTranscription(db, { clientId, takeId: take.take_id }, at);
  };
}

/** Whether the current record names the take. */
export async function isNamed(db: Db, seals: DataKeyring, { clientId, takeId }: TakeName): Promise<boolean> {
  const row = await db
    .selectFrom("records")
    .innerJoin("revisions", (join) =>
      join
        .onRef("revisions.client_id", "=", "records.client_id")
        .onRef("revisions.revision", "=", "records.revision"),
    )
    .select(["revisions.revision", "revisions.body"])
    .where("records.client_id", "=", clientId)
    .executeTakeFirst();
  if (!row) return false;
  const { unseal } = await seals.toRead(db, clientId);
  const text = unseal(sealingContexts.record(row.revision), row.body);
  // a cheap check first: a record can be large, and most do not contain the id at all
  return text.includes(takeId) && takesNamedBy(parseStored(text) as ClientRecord).has(takeId);
}

/** Part of the transaction after which a take can be transcribed. */
export function queueTranscription(db: Db, name: TakeName, at: number): Promise<void> {
  return insertJob(db, transcriptionJob(name, at));
}

/** The prefix of a job's key, before the client's id, a slash and the take's id. */
export const DEDUPE_PREFIX = `${TRANSCRIBE_TAKE_JOB}:`;

/** The job that turns the parts of a take into its stored copy, its transcript, and its answer's content. */
export function transcriptionJob({ clientId, takeId }: TakeName, at: number): NewJob {
  const dedupeKey = `${DEDUPE_PREFIX}${clientId}/${takeId}`;
  return { kind: TRANSCRIBE_TAKE_JOB, dedupeKey, payload: { clientId, takeId }, at };
}

/** The text of each recorded answer, by the take's id. */
function takesNamedBy(record: ClientRecord): Map<string, string> {
  const answers = Object.values(record).flatMap((entry) => ("responses" in entry ? entry.responses : []));
  return new Map(answers.filter(({ type }) => type === "audio").map(({ id, content }) => [id, content]));
}

type DropTime = { clientId: string; takes: ReferencedTake[]; dropAt: number | null };

async function setDropTime(db: Db, { clientId, takes, dropAt }: DropTime): Promise<void> {
  if (takes.length === 0) return;
  const ids = takes.map(({ take_id }) => take_id);
  await updateTakesOf(db, clientId).set({ drop_at: dropAt }).where("take_id", "in", ids).execute();
}
