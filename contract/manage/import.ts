import * as z from "zod/mini";
import { issuedKeySchema } from "./clients.ts";
import { IMPORT_MAX_CHARACTERS } from "./limits.ts";

/** Many clients at once, from a table with a column `name` and, where wished, a column `email`. */

export const importRequestSchema = z.strictObject({
  /** CSV with a header; comma, semicolon or tab between the columns. */
  csv: z.string().check(
    z.maxLength(IMPORT_MAX_CHARACTERS),
    // its reader would put another character in the place of it
    z.refine((csv) => csv.isWellFormed(), "has half a character. Save the table as UTF-8"),
  ),
});

export const importRowSchema = z.object({
  /** In the file, from 1; the header is the first. */
  line: z.int(),
  name: z.string(),
  email: z.nullable(z.string()),
});
export type ImportRow = z.infer<typeof importRowSchema>;

export const importFaultSchema = z.object({ line: z.int(), message: z.string() });
export type ImportFault = z.infer<typeof importFaultSchema>;

/** What would be added, and what is wrong: as long as anything is, nothing can be added. */
export const importPreviewSchema = z.object({
  clients: z.int(),
  /** The first of them. */
  sample: z.array(importRowSchema),
  /** The first faults, in the order of the lines. */
  faults: z.array(importFaultSchema),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

/** Every key, this once. */
export const importedSchema = z.object({
  issued: z.array(z.extend(issuedKeySchema, { name: z.string(), email: z.nullable(z.string()) })),
});
export type Imported = z.infer<typeof importedSchema>;
