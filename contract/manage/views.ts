import * as z from "zod/mini";
import { clientSelectionSchema } from "./clients.ts";
import { clientColumnsSchema } from "./columns.ts";
import { nameSchema } from "./names.ts";

/** Saved views: a named selection of clients in the console's sidebar, with the columns of the list. */

export const VIEWS_MAX = 50;
export const VIEW_NAME_MAX_LENGTH = 60;

export const saveViewRequestSchema = z.strictObject({
  name: nameSchema(VIEW_NAME_MAX_LENGTH),
  selection: clientSelectionSchema,
  /** Null stands for the default columns. */
  columns: z._default(z.nullable(clientColumnsSchema), null),
  /** Whether every manager sees it and administrators may change it; otherwise it is the caller's own. */
  isShared: z._default(z.boolean(), false),
});

export type SaveViewRequest = z.infer<typeof saveViewRequestSchema>;

export const viewSchema = z.object({
  viewId: z.string(),
  name: z.string(),
  selection: clientSelectionSchema,
  columns: z.nullable(clientColumnsSchema),
  isShared: z.boolean(),
});
export type SavedView = z.infer<typeof viewSchema>;
export const viewsSchema = z.object({ views: z.array(viewSchema) });
