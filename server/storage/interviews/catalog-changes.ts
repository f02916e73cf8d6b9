import { insertEvents, type StorageEvent } from "../audit/events.ts";
import type { Engine } from "../engine/engine.ts";
import { foldedName } from "../engine/normalized-name.ts";
import type { Db, Tables } from "../engine/schema.ts";
import { findEntry, hasName, setEntry } from "./catalog-rows.ts";
import { dropDraft } from "./interview-drafts.ts";

/** A change of an interview's properties, not of its questions; absent parts stay unchanged. */
export type CatalogChange = {
  interviewId: string;
  name?: string | undefined;
  /** New clients get this interview from now on. */
  isDefault?: true | undefined;
  isRetired?: boolean | undefined;
  /** From now on, neither a release nor the operator's file changes the interview. */
  isTakenOver?: true | undefined;
  at: number;
};

/** The name before the change, and the parts that changed. */
export type CatalogChanged = { name: string; parts: (keyof Omit<CatalogChange, "interviewId" | "at">)[] };

/** `not-offered`: the interview has no version, or is retired. `is-default`: new clients get the interview. */
export type ChangeOutcome = "done" | "missing" | "taken" | "not-offered" | "is-default";

export function catalogChangeQueries(engine: Engine) {
  return {
    /** Makes the whole change, or nothing. */
    change: (
      change: CatalogChange,
      eventsOf: (changed: CatalogChanged) => StorageEvent[],
    ): Promise<ChangeOutcome> =>
      engine.write(async (db) => {
        const entry = await findEntry(db, change.interviewId);
        if (!entry) return "missing";
        const columns = columnsOf(entry, change);
        const refusal = await refusalOf(db, entry, { change, columns });
        if (refusal) return refusal;
        if (columns.is_default !== undefined) await noDefault(db);
        if (Object.keys(columns).length > 0) await setEntry(db, change.interviewId, columns);
        await insertEvents(db, eventsOf({ name: entry.name, parts: partsOf(columns) }));
        return "done";
      }),

    /** Also deletes the draft. Only an interview without a version can be removed. */
    remove: (interviewId: string, events: StorageEvent[]): Promise<"done" | "missing" | "published"> =>
      engine.write(async (db) => {
        const entry = await findEntry(db, interviewId);
        if (!entry) return "missing";
        if (entry.current_version !== null || entry.is_default === 1) return "published";
        await dropDraft(db, interviewId);
        await db.deleteFrom("interview_catalog").where("interview_id", "=", interviewId).execute();
        await insertEvents(db, events);
        return "done";
      }),
  };
}

type Columns = Partial<Tables["interview_catalog"]>;

/** The columns that change. */
function columnsOf(entry: Tables["interview_catalog"], change: CatalogChange): Columns {
  const { name, isDefault, isRetired, isTakenOver, at } = change;
  return {
    ...(name !== undefined && name !== entry.name && { name, folded_name: foldedName(name) }),
    ...(isDefault && entry.is_default === 0 && { is_default: 1 }),
    ...(isRetired !== undefined &&
      isRetired === (entry.retired_at === null) && { retired_at: isRetired ? at : null }),
    ...(isTakenOver && entry.source !== "console" && { source: "console" as const }),
  };
}

async function refusalOf(
  db: Db,
  entry: Tables["interview_catalog"],
  { change, columns }: { change: CatalogChange; columns: Columns },
): Promise<ChangeOutcome | undefined> {
  const { name, folded_name, current_version, retired_at, is_default } = { ...entry, ...columns };
  if (folded_name !== entry.folded_name && (await hasName(db, name))) return "taken";
  if (change.isDefault && (current_version === null || retired_at !== null)) return "not-offered";
  return is_default === 1 && retired_at !== null ? "is-default" : undefined;
}

function partsOf(columns: Columns): CatalogChanged["parts"] {
  const parts = {
    name: "name",
    is_default: "isDefault",
    retired_at: "isRetired",
    source: "isTakenOver",
  } as const;
  return Object.entries(parts).flatMap(([column, part]) => (column in columns ? [part] : []));
}

/** Clears the default, since only one interview can be it. */
async function noDefault(db: Db): Promise<void> {
  await db.updateTable("interview_catalog").set({ is_default: 0 }).where("is_default", "=", 1).execute();
}
