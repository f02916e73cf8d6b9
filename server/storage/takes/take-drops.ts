import { insertEvents, type StorageEvent } from "../audit/events.ts";
import type { Engine } from "../engine/engine.ts";
import type { Db } from "../engine/schema.ts";
import type { DataKeyring } from "../sealing/data-keys.ts";
import { isNamed, type TakeName } from "./take-references.ts";
import { forgetTake, selectTake, updateTake } from "./take-rows.ts";

export type SoftDeleteTakeCommand = TakeName & {
  at: number;
  /** Only where its time has come. */
  onlyIfDue: boolean;
};

/** `kept` where the record names it, or its time has not come. */
export type CondemnOutcome = "condemned" | "kept" | "missing";

/**
 * A take is deleted in steps, so that no save waits long for it: condemned, which is seen at once and not taken back;
 * then its bytes go; then its row, so that whatever is interrupted is found again.
 */
export function takeDropQueries(engine: Engine, seals: DataKeyring) {
  async function softDelete(
    db: Db,
    command: SoftDeleteTakeCommand,
    events: StorageEvent[],
  ): Promise<CondemnOutcome> {
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
    softDelete: (command: SoftDeleteTakeCommand, events: StorageEvent[]): Promise<CondemnOutcome> =>
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
