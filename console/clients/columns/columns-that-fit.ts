import type { BuiltInColumn, ClientColumn } from "#contract/manage/columns.ts";
import { isOwnField } from "#contract/manage/fields.ts";
import { isOptional } from "./column-lists.ts";

type Widths = { readonly [Column in BuiltInColumn | "choice" | "client" | "state" | "own"]: number };

/**
 * Column widths in pixels, as in `ClientTable.module.css`. `client` and `happening` share the remaining space, so their
 * widths are minimums.
 */
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
/** The narrow widths: progress has no bar. */
export const TIGHT_WIDTHS: Widths = { ...WIDTHS, state: 110, progress: 74, activity: 98 };

/** After the optional columns, these are dropped in this order. The others always stay. */
const LEAVING: readonly ClientColumn[] = ["tag", "manager", "due"];

/**
 * The chosen columns that fit into a width in pixels. Optional columns are dropped first, from the right; then tag,
 * manager and due. The narrow widths apply while an optional column is left.
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

/** Whether the columns need their narrow widths to fit into a width in pixels. */
export function areTight(columns: readonly ClientColumn[], width: number): boolean {
  return widthOf(columns, WIDTHS) > width;
}

function widthOf(columns: readonly ClientColumn[], widths: Widths): number {
  const always = widths.choice + widths.client + widths.state;
  return columns.reduce((sum, column) => sum + widths[isOwnField(column) ? "own" : column], always);
}
