import { expect, test } from "vitest";
import { clientColumns, defaultColumns } from "#contract/manage/columns.ts";
import { areSame, columnsOf, columnsText, isOptional, toggled } from "./column-lists.ts";

test("a shown column has one fixed place, whenever it was chosen", () => {
  expect(toggled(["progress", "due"], "contact")).toEqual(["progress", "contact", "due"]);
  expect(toggled(["due", "progress"], "contact")).toEqual(["progress", "contact", "due"]);
  expect(toggled(["progress", "contact", "due"], "contact")).toEqual(["progress", "due"]);
  expect(toggled([], "manager")).toEqual(["manager"]);
  expect(toggled(["manager"], "manager")).toEqual([]);
});

test("every list of columns can be written as text and read back", () => {
  for (const columns of [[], ["contact"], defaultColumns, clientColumns] as const)
    expect(columnsOf(columnsText(columns))).toEqual([...columns]);
  expect(columnsText(["due", "progress"])).toBe("progress,due");
});

test("custom fields come after all other columns, sorted by id, whenever they were chosen", () => {
  expect(toggled(["field:fd_b", "manager"], "field:fd_a")).toEqual(["manager", "field:fd_a", "field:fd_b"]);
  expect(toggled(["manager", "field:fd_a"], "field:fd_a")).toEqual(["manager"]);
  expect(columnsOf("field:fd_b,due,field:fd_a")).toEqual(["due", "field:fd_a", "field:fd_b"]);
  expect(areSame(["field:fd_b", "field:fd_a"], ["field:fd_a", "field:fd_b"])).toBe(true);
  expect(isOptional("field:fd_a")).toBe(true);
});

test.each([
  ["field:,field:' or 1=1,field:x y", []],
  ["", []],
  [",", []],
  ["salary,due,toString", ["due"]],
  ["due,due", ["due"]],
  ["DUE, tag", []],
])("a text that the list never wrote is read as far as possible: %j", (text, columns) => {
  expect(columnsOf(text)).toEqual(columns);
});

test("column lists are equal in any order", () => {
  expect(areSame(["due", "tag"], ["tag", "due"])).toBe(true);
  expect(areSame(["due"], ["tag", "due"])).toBe(false);
  expect(areSame([], [])).toBe(true);
});

test("the optional columns are those that are not shown by default", () => {
  expect(clientColumns.filter((column) => !isOptional(column)).toSorted()).toEqual(defaultColumns.toSorted());
});
