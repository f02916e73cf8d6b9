import { afterEach, beforeEach, expect, test } from "vitest";
import { clientSelectionSchema } from "#contract/manage/clients.ts";
import { clientColumns } from "#contract/manage/columns.ts";
import type { Engine } from "../engine/engine.ts";
import { aLink, aManager } from "../managers/managers.suite.ts";
import { NOW, type OpenedStorage } from "../storage.suite.ts";
import type { Storage } from "../storage.ts";
import type { StoredView } from "./views.ts";

/** Named selections of clients, with their columns. */
export function viewSuite(open: () => Promise<OpenedStorage>): void {
  let engine: Engine;
  let storage: Storage;
  beforeEach(async () => {
    ({ engine, storage } = await open());
    await storage.managers.add(aManager(), aLink(), []);
  });
  afterEach(() => storage.close());

  const aView = (more: Partial<StoredView> = {}): StoredView => ({
    viewId: "vw_1",
    name: "Stalled",
    owner: "mg_1",
    selection: clientSelectionSchema.parse({ filter: "stalled" }),
    columns: null,
    ...more,
  });
  const writeColumns = (columns: string) =>
    engine.write((db) => db.updateTable("views").set({ columns }).execute());

  test("a view has its columns or the default ones, and a change replaces them", async () => {
    const views = [
      aView(),
      aView({ viewId: "vw_2", owner: null, columns: [...clientColumns] }),
      aView({ viewId: "vw_3", columns: [] }),
      aView({ viewId: "vw_4", columns: ["submitted", "contact"] }),
    ];
    for (const [place, view] of views.entries())
      expect(await storage.views.add(view, NOW + place)).toBe(true);
    expect(await storage.views.list("mg_1")).toEqual(views);

    const changed = aView({ viewId: "vw_4", name: "Silent", columns: ["email"] });
    expect(await storage.views.change(changed)).toBe(true);
    expect(await storage.views.find("vw_4")).toEqual(changed);
    expect(await storage.views.change({ ...changed, columns: null })).toBe(true);
    expect(await storage.views.find("vw_4")).toEqual({ ...changed, columns: null });
    expect(await storage.views.find("vw_2")).toEqual(views[1]);
    expect(await storage.views.change(aView({ viewId: "vw_none" }))).toBe(false);
  });

  test.each(['["a column of a later release"]', '["due","due"]', '"due"', "7"])(
    "columns that this release cannot read count as the default columns: %s",
    async (columns) => {
      await storage.views.add(aView({ columns: ["due"] }), NOW);
      await writeColumns(columns);
      expect(await storage.views.find("vw_1")).toEqual(aView());
    },
  );
}
