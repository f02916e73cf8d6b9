import { type ClientSelection, clientSelectionSchema } from "#contract/manage/clients.ts";
import { type ClientColumn, clientColumnsSchema } from "#contract/manage/columns.ts";
import { VIEWS_MAX } from "#contract/manage/views.ts";
import { parseStored } from "../engine/damage.ts";
import type { Engine } from "../engine/engine.ts";
import type { Tables } from "../engine/schema.ts";

export type StoredView = {
  viewId: string;
  name: string;
  /** Null for a view that all managers share. */
  owner: string | null;
  selection: ClientSelection;
  /** Null for the default columns. */
  columns: ClientColumn[] | null;
};

export function viewQueries(engine: Engine) {
  return {
    /** A manager's own views and the shared ones, oldest first. */
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

    /** False if the owner, or the shared list, already has the greatest number of views. */
    add: (view: StoredView, createdAt: number): Promise<boolean> =>
      engine.write(async (db) => {
        const { count } = await db
          .selectFrom("views")
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .where("owner", view.owner === null ? "is" : "=", view.owner)
          .executeTakeFirstOrThrow();
        if (Number(count) >= VIEWS_MAX) return false;
        const row = { ...viewRow(view), created_at: createdAt };
        await db.insertInto("views").values(row).execute();
        return true;
      }),

    /** False if the view no longer exists. */
    change: (view: StoredView): Promise<boolean> =>
      engine.write(async (db) => {
        const { view_id, ...change } = viewRow(view);
        const changed = await db
          .updateTable("views")
          .set(change)
          .where("view_id", "=", view_id)
          .executeTakeFirst();
        return changed.numUpdatedRows > 0n;
      }),

    drop: (viewId: string): Promise<void> =>
      engine.write(async (db) => void (await db.deleteFrom("views").where("view_id", "=", viewId).execute())),
  };
}

type ViewRow = Omit<Tables["views"], "created_at">;

function viewRow({ viewId: view_id, name, owner, selection, columns }: StoredView): ViewRow {
  const columnsText = columns === null ? null : JSON.stringify(columns);
  return { view_id, name, owner, selection: JSON.stringify(selection), columns: columnsText };
}

/**
 * A selection that this release cannot read, as from a later one, becomes all clients; such columns become the default
 * ones.
 */
function storedView({ view_id: viewId, name, owner, ...row }: ViewRow): StoredView {
  const selection = clientSelectionSchema.safeParse(parseStored(row.selection));
  const columns = clientColumnsSchema.safeParse(row.columns === null ? null : parseStored(row.columns));
  return {
    viewId,
    name,
    owner,
    selection: selection.success ? selection.data : clientSelectionSchema.parse({}),
    columns: columns.success ? columns.data : null,
  };
}
