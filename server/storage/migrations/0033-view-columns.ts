import { addColumn } from "./add-column.ts";

/** Saved views have columns. Views of earlier releases have the default columns. */
export const viewColumns = addColumn("views", "columns", "text");
