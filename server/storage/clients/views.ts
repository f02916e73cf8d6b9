import { type ClientSelection, clientSelectionSchema } from "#contract/manage/clients.ts";
import { VIEWS_MAX } from "#contract/manage/views.ts";
import { parseStored } from "../engine/damage.ts";
import type { Engine } from "../engine/engine.ts";

export type StoredView = {
  viewId: string;
  name: string;
  /** Null where it is everybody's. */
  owner: string | null;
  selection: ClientSelection;
};

export function viewQueries(engine: Engine) {
  return {
    /** A manager's own and everybody's, oldest first. */
    list: (managerId: string): Promise<StoredView[]> =>
      engine.read(async (db) => {
        const rows = await db
          .selectFrom("views")
          .selectAll()
          .where((row) => row.or([row("owner", "is", null), row("owner", "=", managerId)]))
          .orderBy("created_at")
          .orderBy("view_id")
          .execute();
        return rows.map(storedView);
      }),

    find: (viewId: string): Promise<StoredView | undefined> =>
      engine.read(async (db) => {
        const row = await db.selectFrom("views").selectAll().where("view_id", "=", viewId).executeTakeFirst();
        return row && storedView(row);
      }),

    /** False where its owner, or everybody, has as many as there may be. */
    add: ({ selection, viewId: view_id, ...view }: StoredView, createdAt: number): Promise<boolean> =>
      engine.write(async (db) => {
        const { count } = await db
          .selectFrom("views")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .where("owner", view.owner === null ? "is" : "=", view.owner)
          .executeTakeFirstOrThrow();
        if (Number(count) >= VIEWS_MAX) return false;
        const row = { ...view, view_id, selection: JSON.stringify(selection), created_at: createdAt };
        await db.insertInto("views").values(row).execute();
        return true;
      }),

    /** False where there is no such view any more. */
    change: ({ selection, viewId, name, owner }: StoredView): Promise<boolean> =>
      engine.write(async (db) => {
        const change = { name, owner, selection: JSON.stringify(selection) };
        const changed = await db
          .updateTable("views")
          .set(change)
          .where("view_id", "=", viewId)
          .executeTakeFirst();
        return changed.numUpdatedRows > 0n;
      }),

    drop: (viewId: string): Promise<void> =>
      engine.write(async (db) => void (await db.deleteFrom("views").where("view_id", "=", viewId).execute())),
  };
}

type ViewRow = { view_id: string; name: string; owner: string | null; selection: string };

/** One of a later release, which this one cannot read, finds all clients. */
function storedView({ view_id: viewId, name, owner, selection }: ViewRow): StoredView {
  const read = clientSelectionSchema.safeParse(parseStored(selection));
  return { viewId, name, owner, selection: read.success ? read.data : clientSelectionSchema.parse({}) };
}
