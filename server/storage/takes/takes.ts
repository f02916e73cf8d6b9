import type { TakeState } from "#contract/api/calls.ts";
import { type InSession, livingSession } from "../access/live-session.ts";
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
  /** Numbers of the parts that are here, while they are coming. */
  parts: number[];
  question: string | null;
  durationMs: number | null;
  transcript: string | null;
};

export type CloseCommand = TakeName &
  InSession & {
    question: string;
    mimeType: string;
    /** Of all that the device says of the take. */
    closingHash: string;
    at: number;
    /** Pure; both run inside the transaction. */
    isWhole(parts: number[]): boolean;
    beginsAsAudio(first: Uint8Array): boolean;
  };

export type CloseOutcome =
  /** Now, or before by the same words. */
  | { kind: "closed" }
  | { kind: "missing" }
  /** It was closed otherwise. */
  | { kind: "in-use" }
  | { kind: "incomplete"; parts: number[] }
  | { kind: "refused" };

export function takeQueries(engine: Engine, seals: DataKeyring) {
  const expectSession = livingSession(engine);

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

    /** Where all parts are here, the take waits for its transcript from now on, with a job that makes it. */
    close: (command: CloseCommand): Promise<CloseOutcome> => engine.write((db) => close(db, command)),

    /**
     * A take that is in one of these states waits for its transcript again, at once and with its attempts counted
     * anew. Returns the state in which it was found.
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

/** Undefined also where it is being deleted. */
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
  /** Only where its time has come. */
  onlyIfDue: boolean;
};

/** `kept` where the record names it, or its time has not come. */
export type SoftDeleteTakeOutcome = "condemned" | "kept" | "missing";

/**
 * A take is deleted in steps, so that no save waits long for it: condemned, which is seen at once and not taken back;
 * then its bytes go; then its row, so that whatever is interrupted is found again.
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
    /** The events are stored where the take is condemned by this very call. */
    softDelete: (command: SoftDeleteTakeCommand, events: StorageEvent[]): Promise<SoftDeleteTakeOutcome> =>
      engine.write((db) => softDelete(db, command, events)),

    /** The end of a condemned take, of which nothing but this row is left. */
    forget: (name: TakeName): Promise<void> => engine.write((db) => forgetTake(db, name)),

    /** Takes whose time has come, the condemned among them. */
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
