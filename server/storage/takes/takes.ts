import type { TakeState } from "#contract/api/calls.ts";
import { liveSessionCheck, type SessionCondition } from "../access/live-session.ts";
import type { StorageEvent } from "../audit/events.ts";
import { insertEvents } from "../audit/events.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db, Tables } from "../engine/schema.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { sealingContexts } from "../sealing/sealing-contexts.ts";
import { partNumbers, partsOf } from "./take-parts.ts";
import { isNamed, queueTranscription, type TakeName } from "./take-references.ts";
import { forgetTake, selectTake, updateTake } from "./take-rows.ts";

export type StoredTake = TakeName & {
  state: TakeState;
  /** Numbers of the stored parts, while the take is being received. */
  parts: number[];
  question: string | null;
  durationMs: number | null;
  transcript: string | null;
};

export type CloseCommand = TakeName &
  SessionCondition & {
    question: string;
    mimeType: string;
    /** Hash of all that the device sends about the take. */
    closingHash: string;
    at: number;
    /** Pure, like the next function; both run inside the transaction. */
    isWhole(parts: number[]): boolean;
    beginsAsAudio(first: Uint8Array): boolean;
  };

export type CloseOutcome =
  /** The take is closed now, or was closed before by an equal request. */
  | { kind: "closed" }
  | { kind: "missing" }
  /** The take was closed by a different request. */
  | { kind: "in-use" }
  | { kind: "incomplete"; parts: number[] }
  | { kind: "refused" };

export function takeQueries(engine: Engine, seals: DataKeyring) {
  const expectSession = liveSessionCheck(engine);

  async function close(db: Db, command: CloseCommand): Promise<CloseOutcome> {
    await expectSession(db, command);
    const take = await find(db, command);
    if (!take) return { kind: "missing" };
    if (take.state !== "receiving") {
      return { kind: take.closing_hash === command.closingHash ? "closed" : "in-use" };
    }
    const parts = await partNumbers(db, command);
    if (!command.isWhole(parts)) return { kind: "incomplete", parts };
    if (!command.beginsAsAudio(await firstPart(db, command))) {
      await change(db, command, { state: "refused", closed_at: command.at, bytes: 0 });
      return { kind: "refused" };
    }
    await change(db, command, {
      state: "queued",
      question_id: command.question,
      mime_type: command.mimeType,
      closing_hash: command.closingHash,
      closed_at: command.at,
    });
    await queueTranscription(db, command, command.at);
    return { kind: "closed" };
  }

  async function firstPart(db: Db, name: TakeName): Promise<Uint8Array> {
    const first = partsOf(db, name).select(["part", "body"]).orderBy("part").limit(1);
    const { part, body } = await first.executeTakeFirstOrThrow();
    const seal = await seals.toRead(db, name.clientId);
    return seal.unsealBytes(sealingContexts.takePart(name.takeId, part), body);
  }

  return {
    find: (name: TakeName): Promise<StoredTake | undefined> =>
      engine.read(async (db) => {
        const take = await find(db, name);
        if (!take) return undefined;
        const { unseal } = await seals.toRead(db, name.clientId);
        return {
          ...name,
          state: take.state,
          parts: take.state === "receiving" ? await partNumbers(db, name) : [],
          question: take.question_id,
          durationMs: take.duration_ms,
          transcript: take.transcript && unseal(sealingContexts.transcript(name.takeId), take.transcript),
        };
      }),

    /** Once all parts are stored, queues the take for its transcript, with a job. */
    close: (command: CloseCommand): Promise<CloseOutcome> => engine.write((db) => close(db, command)),

    /**
     * Queues a take in one of these states again, due at once and with its attempts reset to 0. Returns the take's
     * previous state.
     */
    requeue: (name: TakeName, from: TakeState[], at: number): Promise<TakeState | undefined> =>
      engine.write(async (db) => {
        const take = await find(db, name);
        if (take && from.includes(take.state)) {
          await change(db, name, { state: "queued" });
          await queueTranscription(db, name, at);
        }
        return take?.state;
      }),
  };
}

/** Also undefined for a take that is being deleted. */
async function find(db: Db, name: TakeName) {
  const row = await selectTake(db, name)
    .select(["state", "question_id", "closing_hash", "duration_ms", "transcript"])
    .executeTakeFirst();
  return row && row.state !== "dropped" ? { ...row, state: row.state } : undefined;
}

async function change(db: Db, name: TakeName, values: Partial<Tables["takes"]>): Promise<void> {
  await updateTake(db, name).set(values).execute();
}

export type SoftDeleteTakeCommand = TakeName & {
  at: number;
  /** Deletes the take only if its `drop_at` has passed. */
  onlyIfDue: boolean;
};

/** `kept` if the record names the take, or `drop_at` has not passed. */
export type SoftDeleteTakeOutcome = "condemned" | "kept" | "missing";

/**
 * Deletes a take in steps, so that no save waits long: soft-delete, which hides the take at once and is final; then its
 * bytes; then its row, so that an interrupted deletion is found and continued.
 */
export function takeDropQueries(engine: Engine, seals: DataKeyring) {
  async function softDelete(
    db: Db,
    command: SoftDeleteTakeCommand,
    events: StorageEvent[],
  ): Promise<SoftDeleteTakeOutcome> {
    const { at, onlyIfDue } = command;
    const take = await selectTake(db, command).select(["state", "drop_at"]).executeTakeFirst();
    if (!take) return "missing";
    if (take.state === "dropped") return "condemned";
    const isDue = take.drop_at !== null && take.drop_at <= at;
    if (onlyIfDue && !isDue) return "kept";
    const isKept = await isNamed(db, seals, command);
    await updateTake(db, command)
      .set(isKept ? { drop_at: null } : { state: "dropped", drop_at: at })
      .execute();
    if (!isKept) await insertEvents(db, events);
    return isKept ? "kept" : "condemned";
  }

  return {
    /** The events are stored only if this call soft-deletes the take. */
    softDelete: (command: SoftDeleteTakeCommand, events: StorageEvent[]): Promise<SoftDeleteTakeOutcome> =>
      engine.write((db) => softDelete(db, command, events)),

    /** Deletes the row of a soft-deleted take, whose other data is gone. */
    forget: (name: TakeName): Promise<void> => engine.write((db) => forgetTake(db, name)),

    /** Takes whose `drop_at` has passed, including soft-deleted ones. */
    listDue: (now: number, limit: number): Promise<TakeName[]> =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom("takes")
          .select(["client_id", "take_id"])
          .where("drop_at", "<=", now)
          .orderBy("drop_at")
          .orderBy("client_id")
          .orderBy("take_id")
          .limit(limit)
          .execute();
        return rows.map((row) => ({ clientId: row.client_id, takeId: row.take_id }));
      }),
  };
}
