import { addColumn } from "./add-column.ts";

/** Saved views get columns. Existing views have the default ones. */
export const viewColumns = addColumn("views", "columns", "text");
