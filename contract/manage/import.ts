import * as z from "zod/mini";
import { issuedKeySchema } from "./clients.ts";
import { type OwnField, wordOrOwnField } from "./fields.ts";
import { IMPORT_CLIENTS_MAX, IMPORT_COLUMNS_MAX, IMPORT_MAX_CHARACTERS } from "./limits.ts";

/** Importing many clients from a table. */

/** Client fields that a column can contain, besides custom fields. */
export const importFields = [
  "name",
  "contact",
  "email",
  "phone",
  "website",
  "dueOn",
  "tags",
  "language",
  "externalId",
  /** The name or id of a new client's interview; existing clients keep theirs. */
  "interview",
  /** The account manager's address; only administrators can assign clients. */
  "manager",
] as const;
export type BuiltInImportField = (typeof importFields)[number];

export type ImportField = BuiltInImportField | OwnField;

export const importActions = ["add", "update", "skip"] as const;
export type ImportAction = (typeof importActions)[number];

const columnFieldSchema = wordOrOwnField([...importFields, "nowhere"]);

export const importRequestSchema = z.strictObject({
  /**
   * CSV with a header; separated by commas, semicolons or tabs, or by the character in a first line such as `sep=;`.
   */
  csv: z.string().check(
    z.maxLength(IMPORT_MAX_CHARACTERS),
    // the reader would replace it with another character
    z.refine((csv) => csv.isWellFormed(), "has a damaged character. Save the table as UTF-8"),
  ),
  /**
   * The field of each column, by its index from 0; other columns are ignored. `guess` uses the header's words. If
   * absent, the header must have `name` and can have `email`, and a single wrong row refuses the whole table.
   */
  columns: z.optional(
    z.union([
      z.enum(["guess"]),
      z
        .record(z.string().check(z.regex(/^\d{1,3}$/)), columnFieldSchema)
        .check(
          z.refine((columns) => Object.keys(columns).length <= IMPORT_COLUMNS_MAX, "has too many columns"),
        ),
    ]),
  ),
  /** What to do with a line if not what the preview proposes, by line number. */
  choices: z.optional(
    z
      .record(z.string().check(z.regex(/^\d{1,7}$/)), z.enum(importActions))
      .check(z.refine((lines) => Object.keys(lines).length <= IMPORT_CLIENTS_MAX, "has too many lines")),
  ),
  /** Whether each added client gets a lasting key; otherwise they have to be invited. */
  withKeys: z._default(z.boolean(), true),
});
export type ImportRequest = z.infer<typeof importRequestSchema>;

/** Why a line is added, updated or skipped. */
export const importReasons = [
  "new",
  /** A client has the external id. */
  "external-id",
  /** A client has both name and address. */
  "address-and-name",
  /** A client has the name; the table, or the client, has no address. */
  "same-name",
  /** An earlier line of the table names the same client. */
  "twice",
  /** The client already has all these values. */
  "unchanged",
  /** A cell cannot be read. */
  "fault",
  /** A client whom the caller may not see has the external id. */
  "external-id-taken",
  /** The client, or the installation, has too many tags. */
  "too-many-tags",
  /** The client was erased after the preview. */
  "gone",
] as const;
export type ImportReason = (typeof importReasons)[number];

/** A row in the format of earlier releases, kept for one release. */
const sampleRowSchema = z.object({
  /** The line in the file where the row begins, from 1. */
  line: z.int(),
  name: z.string(),
  email: z.nullable(z.string()),
});

export const importFaultSchema = z.object({ line: z.int(), message: z.string() });
export type ImportFault = z.infer<typeof importFaultSchema>;

export const importColumnSchema = z.object({
  index: z.int(),
  header: z.string(),
  field: columnFieldSchema,
  /** The content of its first cells. */
  samples: z.array(z.string()),
});
export type ImportColumn = z.infer<typeof importColumnSchema>;

export const importRowSchema = z.object({
  /** The line in the file where the row begins, from 1. */
  line: z.int(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** The proposed action. */
  does: z.enum(importActions),
  /** The actions to choose from. */
  may: z.array(z.enum(importActions)),
  reason: z.enum(importReasons),
  /** The earlier line that names the same client. */
  twin: z.nullable(z.int()),
  /** The client who is updated, or who has the same name. */
  clientId: z.nullable(z.string()),
  clientName: z.nullable(z.string()),
  /** The fields that an update changes. */
  changes: z.array(wordOrOwnField(importFields)),
  /** The errors that prevent importing the line, each with its column. */
  faults: z.array(z.object({ column: z.nullable(z.string()), message: z.string() })),
});
export type ImportRow = z.infer<typeof importRowSchema>;

/** What an import would do. */
export const importPreviewSchema = z.object({
  columns: z.array(importColumnSchema),
  rows: z.array(importRowSchema),
  /** The number of clients that would be added. */
  clients: z.int(),
  /** The first of these clients. */
  sample: z.array(sampleRowSchema),
  /** The errors that prevent importing the whole table; without `columns`, also the first errors of its rows. */
  faults: z.array(importFaultSchema),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

/** What happened, row by row, and all new keys, shown only in this answer. */
export const importedSchema = z.object({
  rows: z.array(
    z.object({
      line: z.int(),
      did: z.enum(["added", "updated", "skipped"]),
      reason: z.enum(importReasons),
      /** The client who was added or updated. */
      clientId: z.nullable(z.string()),
    }),
  ),
  issued: z.array(z.extend(issuedKeySchema, { name: z.string(), email: z.nullable(z.string()) })),
});
export type ImportResult = z.infer<typeof importedSchema>;
export type ImportedRow = ImportResult["rows"][number];
