import type { BuiltInColumn, ClientColumn } from "#contract/manage/columns.ts";
import { isOwnField } from "#contract/manage/fields.ts";
import { isOptional } from "./column-lists.ts";

type Widths = { readonly [Column in BuiltInColumn | "choice" | "client" | "state" | "own"]: number };

/** In pixels, as `ClientTable.module.css` has them. Client and what's happening share the rest, so theirs are the least. */
export const WIDTHS: Widths = {
  choice: 40,
  client: 192,
  state: 118,
  progress: 108,
  happening: 150,
  contact: 104,
  email: 168,
  phone: 116,
  website: 132,
  "external-id": 92,
  tag: 104,
  due: 84,
  activity: 112,
  added: 92,
  invited: 92,
  submitted: 92,
  manager: 100,
  own: 104,
};
/** Where there is little room. Progress is without its bar, and what's happening has its least. */
export const TIGHT_WIDTHS: Widths = { ...WIDTHS, state: 110, progress: 74, activity: 98 };

/** After the optional columns, these leave in this order. The others stay at any width. */
const LEAVING: readonly ClientColumn[] = ["tag", "manager", "due"];

/**
 * Which of the chosen columns stand in a list of a width, in pixels. Optional columns leave first, from the right; then
 * tag, manager and due. For an optional column the others become tight.
 */
export function columnsThatFit(chosen: readonly ClientColumn[], width: number): ClientColumn[] {
  const leaving = [
    ...chosen.filter(isOptional).reverse(),
    ...LEAVING.filter((each) => chosen.includes(each)),
  ];
  let columns = [...chosen];
  for (const column of leaving) {
    if (widthOf(columns, columns.some(isOptional) ? TIGHT_WIDTHS : WIDTHS) <= width) break;
    columns = columns.filter((each) => each !== column);
  }
  return columns;
}

/** Whether columns that stand in a list of a width have little room there. */
export function areTight(columns: readonly ClientColumn[], width: number): boolean {
  return widthOf(columns, WIDTHS) > width;
}

function widthOf(columns: readonly ClientColumn[], widths: Widths): number {
  const always = widths.choice + widths.client + widths.state;
  return columns.reduce((sum, column) => sum + widths[isOwnField(column) ? "own" : column], always);
}
