import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Engine } from "../engine/engine.ts";
import { idsIn, type RecordSummary } from "../engine/record-summary.ts";
import type { Db } from "../engine/schema.ts";
import { isSelected } from "./client-conditions.ts";
import type { OverviewReader } from "./client-overview.ts";
import { isWithin } from "./scope.ts";

/** How many clients have the same progress. */
export type Progress = Pick<RecordSummary, "completeQuestions" | "notAsked" | "lastSection"> & {
  isSubmitted: boolean;
  clients: number;
};

export function clientProgressQueries(engine: Engine) {
  return {
    /** The progress of clients who have saved something, grouped by equal progress. */
    listProgress: (query: OverviewReader): Promise<Progress[]> =>
      engine.readAside(async (db) => {
        const { scope, view } = query;
        if (scope !== "all" || isNarrowed(query)) {
          const isMeant = sql<SqlBool>`${isWithin(scope)} and ${isSelected(engine, query, view)}`;
          return progressOf(await progressOfClients(engine, db, isMeant, "is"));
        }
        // counts all records, then subtracts those of clients being erased: a look-up per client would take longer
        const all = await selectProgress(engine, db).execute();
        return progressOf(all, await progressOfClients(engine, db, isWithin(scope), "is not"));
      }),
  };
}

function isNarrowed({ manager, tag, interview, invitedFrom, invitedTo }: OverviewReader): boolean {
  return [manager, tag, interview, invitedFrom, invitedTo].some((each) => each !== undefined);
}

/** The columns of one group, and what is the same in all of a group. */
function progressIn({ isSet }: Pick<Engine, "isSet">) {
  const isSubmitted = isSet("records.submitted_at");
  const same = [
    "records.complete_questions",
    "records.last_section",
    isSubmitted,
    "records.not_asked",
  ] as const;
  const progress = [
    "records.complete_questions",
    "records.not_asked",
    "records.last_section",
    isSubmitted.as("is_submitted"),
    sql<number>`count(*)`.as("clients"),
  ] as const;
  return { progress, same };
}
type ProgressRow = {
  complete_questions: string | null;
  not_asked: string | null;
  last_section: string | null;
  is_submitted: number | boolean;
  clients: number;
};

/** The progress of all records, grouped. */
export function selectProgress(engine: Pick<Engine, "isSet">, db: Db) {
  const { progress, same } = progressIn(engine);
  return db.selectFrom("records").select(progress).groupBy(same);
}

/** Includes clients without a record, since SQLite then starts from the clients. */
function progressOfClients(engine: Engine, db: Db, isMeant: RawBuilder<SqlBool>, erased: "is" | "is not") {
  const { progress, same } = progressIn(engine);
  return db
    .selectFrom("clients")
    .leftJoin("records", "records.client_id", "clients.client_id")
    .select(progress)
    .where("clients.erased_at", erased, null)
    .where(isMeant)
    .groupBy(same)
    .execute();
}

function progressOf(rows: ProgressRow[], without: ProgressRow[] = []): Progress[] {
  const keyOf = (row: ProgressRow) =>
    JSON.stringify([row.complete_questions, row.not_asked, row.last_section, Number(row.is_submitted)]);
  const left = new Map(without.map((row) => [keyOf(row), Number(row.clients)]));
  return rows.flatMap((row) => {
    if (row.complete_questions === null || row.not_asked === null) return [];
    return {
      completeQuestions: idsIn(row.complete_questions),
      notAsked: idsIn(row.not_asked),
      lastSection: row.last_section,
      isSubmitted: Number(row.is_submitted) === 1,
      clients: Number(row.clients) - (left.get(keyOf(row)) ?? 0),
    };
  });
}
