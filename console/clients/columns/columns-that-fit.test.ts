import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ClientColumn, clientColumns, defaultColumns } from "#contract/manage/columns.ts";
import { isOptional } from "./column-lists.ts";
import { areTight, columnsThatFit, TIGHT_WIDTHS, WIDTHS } from "./columns-that-fit.ts";

/** The width of the list: the screen's without the rail and the list's margins. */
const listAt = (screen: number) => screen - (screen < 1024 ? 56 : 224) - 48;
const lost = (chosen: readonly ClientColumn[], width: number) => {
  const columns = columnsThatFit(chosen, width);
  return chosen.filter((column) => !columns.includes(column));
};
const plus = (...more: ClientColumn[]) =>
  clientColumns.filter((column) => defaultColumns.includes(column) || more.includes(column));

describe("of the default columns", () => {
  test.each<[screen: number, gone: ClientColumn[]]>([
    [1920, []],
    [1440, []],
    [1280, []],
    [1279, ["tag"]],
    [1176, ["tag"]],
    [1175, ["tag", "manager"]],
    [1076, ["tag", "manager"]],
    [1075, ["tag", "due", "manager"]],
    // below this width the rail is folded
    [1023, ["tag"]],
    [1007, ["tag", "manager"]],
    [907, ["tag", "due", "manager"]],
    [800, ["tag", "due", "manager"]],
    [720, ["tag", "due", "manager"]],
    [320, ["tag", "due", "manager"]],
  ])("at %i pixels of screen these are left out: %j", (screen, gone) => {
    expect(lost(defaultColumns, listAt(screen))).toEqual(gone);
  });
});

describe("optional columns", () => {
  test("are shown beside the default ones on a desktop", () => {
    expect(lost(plus("contact", "added"), listAt(1440))).toEqual([]);
    const most = clientColumns.filter((column) => column !== "phone" && column !== "website");
    expect(lost(most, listAt(1920))).toEqual([]);
    expect(lost([...clientColumns, "field:fd_1"], listAt(2560))).toEqual([]);
  });

  test("are left out before the others, from the right", () => {
    const chosen = plus("contact", "added", "submitted");
    expect(lost(chosen, listAt(1440))).toEqual(["submitted"]);
    expect(lost(chosen, listAt(1400))).toEqual(["added", "submitted"]);
    expect(lost(chosen, listAt(1300))).toEqual(["contact", "added", "submitted"]);
    expect(lost(chosen, listAt(1279))).toEqual(["contact", "tag", "added", "submitted"]);
  });

  test("use the room of hidden columns", () => {
    expect(lost(["progress", "happening", "contact", "email"], listAt(1000))).toEqual([]);
    expect(lost(["contact", "email"], listAt(720))).toEqual([]);
  });
});

test("columns are tight beside optional columns, where no further column can be left out", () => {
  const isTightAt = (screen: number, chosen: readonly ClientColumn[]) =>
    areTight(columnsThatFit(chosen, listAt(screen)), listAt(screen));
  expect(isTightAt(1440, defaultColumns)).toBe(false);
  expect(isTightAt(1440, plus("contact"))).toBe(false);
  expect(isTightAt(1440, plus("contact", "added"))).toBe(true);
  expect(isTightAt(1920, plus("contact", "added"))).toBe(false);
  for (const screen of [1280, 1279, 1175, 1023, 907, 824])
    expect([screen, isTightAt(screen, defaultColumns)]).toEqual([screen, false]);
  expect(isTightAt(823, defaultColumns)).toBe(true);
});

test("a column that was not chosen is not shown, and client and status alone make a list", () => {
  expect(columnsThatFit([], 2_000)).toEqual([]);
  expect(columnsThatFit([], 0)).toEqual([]);
});

describe("the style sheet has the same widths", () => {
  const css = readFileSync(join(import.meta.dirname, "../list/ClientTable.module.css"), "utf8");
  const widthsOf = (place: string) =>
    Object.fromEntries(
      [...css.matchAll(/^(\.\S+) \[data-column="([a-z-]+)"\] \{\n {2}width: (\d+)px;/gm)]
        .filter(([, found]) => found === place)
        .map(([, , column, width]) => [column, Number(width)]),
    );

  test("where there is plenty of room", () => {
    const { client: _client, happening: _happening, own, ...fixed } = WIDTHS;
    expect(widthsOf(".head")).toEqual(fixed);
    expect(css).toContain(`.head [data-column^="field:"] {\n  width: ${own}px;`);
  });

  test("where there is little room", () => {
    const { state, progress, happening, activity } = TIGHT_WIDTHS;
    expect(widthsOf(".table[data-tight]")).toEqual({ state, progress, happening, activity });
  });
});

const chosenColumns = fc
  .uniqueArray(fc.constantFrom(...clientColumns))
  .map((names) => clientColumns.filter((column) => names.includes(column)));

test("a wider list never has fewer columns, and the columns keep their order", () => {
  fc.assert(
    fc.property(chosenColumns, fc.nat(2_000), fc.nat(50), (chosen, width, more) => {
      const [narrow, wide] = [columnsThatFit(chosen, width), columnsThatFit(chosen, width + more)];
      expect(wide).toEqual(expect.arrayContaining(narrow));
      expect(narrow).toEqual(chosen.filter((column) => narrow.includes(column)));
    }),
  );
});

test("an optional column is never shown where tag, manager or due date had to be left out", () => {
  fc.assert(
    fc.property(chosenColumns, fc.nat(2_000), (chosen, width) => {
      const columns = columnsThatFit(chosen, width);
      const isAnyGone = (["tag", "manager", "due"] as const).some(
        (column) => chosen.includes(column) && !columns.includes(column),
      );
      const optional = columns.filter(isOptional);
      if (isAnyGone) expect(optional).toEqual([]);
    }),
  );
});
