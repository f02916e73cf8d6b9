import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clientColumns } from "#contract/manage/columns.ts";
import type { SavedView } from "#contract/manage/views.ts";
import { type ConsoleCaller, consoleCaller } from "../../support/data/console-caller.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

/** Saved views and their columns. */

let service: Service;
let manager: ConsoleCaller;
let administrator: ConsoleCaller;
beforeAll(async () => {
  service = await startService();
  manager = await consoleCaller(service);
  administrator = await consoleCaller(service, "administrator");
});
afterAll(() => service.close());

const selection = { filter: "stalled" };
const add = (more: object = {}, by = manager) =>
  by.send<SavedView>("POST", "/views", { name: "Stalled", selection, ...more });
const find = async (viewId: string, by = manager) =>
  (await by.read<{ views: SavedView[] }>("/views")).views.find((view) => view.viewId === viewId);

test.each<[says: string, more: object, columns: SavedView["columns"]]>([
  ["without columns has the default ones", {}, null],
  ["with null for columns has the default ones", { columns: null }, null],
  ["with an empty list has client and status alone", { columns: [] }, []],
  ["has the columns that were chosen", { columns: ["contact", "due"] }, ["contact", "due"]],
  ["can have every column", { columns: [...clientColumns] }, [...clientColumns]],
])("a view %s", async (_, more, columns) => {
  const view = await add(more);
  expect(view.columns).toEqual(columns);
  expect(await find(view.viewId)).toEqual(view);
});

test("a change replaces the columns, and resets them where it names no columns", async () => {
  const { viewId } = await add({ columns: ["email"] });
  const change = (more: object) =>
    manager.send<SavedView>("PUT", `/views/${viewId}`, { name: "Stalled", selection, ...more });
  expect(await change({ columns: ["added", "progress"] })).toMatchObject({ columns: ["added", "progress"] });
  expect(await find(viewId)).toMatchObject({ columns: ["added", "progress"] });
  expect(await change({})).toMatchObject({ columns: null });
  expect(await find(viewId)).toMatchObject({ columns: null });
});

describe.each(["POST", "PUT"])("%s is refused with a reason", (method) => {
  test.each<[says: string, columns: unknown, path: string, message: RegExp]>([
    ["an unknown column", ["due", "salary"], "columns.1", /expected one of .*"progress"/i],
    ["a column that is always there", ["client"], "columns.0", /expected one of/i],
    ["a column named twice", ["due", "due"], "columns", /^Name each column once$/],
    ["more columns than there are", Array(35).fill("due"), "columns", /34/],
    ["a word instead of a list", "due", "columns", /array/i],
    ["half a custom field", ["field:"], "columns.0", /"field:" and the id of a custom field/],
    ["an object in the list", [{}], "columns.0", /expected one of/i],
    ["a list in the list", [["due"]], "columns.0", /expected one of/i],
    ["null in the list", [null], "columns.0", /expected one of/i],
  ])("%s", async (_, columns, path, message) => {
    const { viewId } = await add({ columns: ["tag"] });
    const address = method === "PUT" ? `/views/${viewId}` : "/views";
    const response = await manager.call(method, address, { name: "Stalled", selection, columns });
    const { details } = await expectFailure(response, "VALIDATION_ERROR");
    expect(details).toContainEqual({ path, message: expect.stringMatching(message) });
    expect(await find(viewId)).toMatchObject({ columns: ["tag"] });
  });
});

test("columns do not change the permissions of a view", async () => {
  const columns = ["contact"];
  const shared = await add({ isShared: true, columns }, administrator);
  const own = await add({ columns });
  expect(await find(shared.viewId)).toEqual(shared);
  const change = (by: ConsoleCaller, { viewId }: SavedView) =>
    by.call("PUT", `/views/${viewId}`, { name: "Mine", selection, columns: ["due"] });
  await expectFailure(await change(manager, shared), "FORBIDDEN");
  await expectFailure(await change(administrator, own), "NOT_FOUND");
  expect(await find(own.viewId, administrator)).toBeUndefined();
  expect(await find(shared.viewId)).toEqual(shared);
});
