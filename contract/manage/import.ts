import * as z from "zod/mini";
import { issuedKeySchema } from "./clients.ts";
import { type OwnField, wordOrOwnField } from "./fields.ts";
import { IMPORT_CLIENTS_MAX, IMPORT_COLUMNS_MAX, IMPORT_MAX_CHARACTERS } from "./limits.ts";

/** Many clients at once, from a table. */

/** What a column of a table can say about a client, beside the provider's own fields. */
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
  /** The name or the id of the interview that a new client gets; who is there already stays with theirs. */
  "interview",
  /** The address of the account manager; administrators alone assign clients. */
  "manager",
] as const;
export type BuiltInImportField = (typeof importFields)[number];

export type ImportField = BuiltInImportField | OwnField;

export const importActions = ["add", "update", "skip"] as const;
export type ImportAction = (typeof importActions)[number];

const columnFieldSchema = wordOrOwnField([...importFields, "nowhere"]);

export const importRequestSchema = z.strictObject({
  /** CSV with a header; comma, semicolon or tab between the columns, or what a first line such as `sep=;` names. */
  csv: z.string().check(
    z.maxLength(IMPORT_MAX_CHARACTERS),
    // its reader would put another character in the place of it
    z.refine((csv) => csv.isWellFormed(), "has half a character. Save the table as UTF-8"),
  ),
  /**
   * The field of each column, by its place from 0; all other columns are ignored. `guess`: by the words of the header.
   * Left out, the header has to say `name` and, where wished, `email`, and a single wrong row refuses the whole table.
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
  /** What to do with a line where it is not what the preview proposes. */
  choices: z.optional(
    z
      .record(z.string().check(z.regex(/^\d{1,7}$/)), z.enum(importActions))
      .check(z.refine((lines) => Object.keys(lines).length <= IMPORT_CLIENTS_MAX, "has too many lines")),
  ),
  /** A lasting key for each client who is added; without one, clients are to be invited. */
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
  /** An earlier line of the table says the same. */
  "twice",
  /** The client has all of it already. */
  "unchanged",
  /** A cell cannot be read. */
  "fault",
  /** A client whom the caller may not see has the external id. */
  "external-id-taken",
  /** The client, or the installation, has too many tags. */
  "too-many-tags",
  /** Somebody has erased the client since the preview. */
  "gone",
] as const;
export type ImportReason = (typeof importReasons)[number];

/** A line of the earlier answer, for one release. */
const sampleRowSchema = z.object({
  /** Where it begins in the file, from 1. */
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
  /** What its first cells hold. */
  samples: z.array(z.string()),
});
export type ImportColumn = z.infer<typeof importColumnSchema>;

export const importRowSchema = z.object({
  /** Where it begins in the file, from 1. */
  line: z.int(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** What is proposed. */
  does: z.enum(importActions),
  /** What can be chosen. */
  may: z.array(z.enum(importActions)),
  reason: z.enum(importReasons),
  /** The earlier line that says the same. */
  twin: z.nullable(z.int()),
  /** Who is updated, or who has the name. */
  clientId: z.nullable(z.string()),
  clientName: z.nullable(z.string()),
  /** What an update changes. */
  changes: z.array(wordOrOwnField(importFields)),
  /** Why the line cannot be imported, each with its column. */
  faults: z.array(z.object({ column: z.nullable(z.string()), message: z.string() })),
});
export type ImportRow = z.infer<typeof importRowSchema>;

/** What would happen. */
export const importPreviewSchema = z.object({
  columns: z.array(importColumnSchema),
  rows: z.array(importRowSchema),
  /** How many would be added. */
  clients: z.int(),
  /** The first of them. */
  sample: z.array(sampleRowSchema),
  /** Why nothing of the table can be imported; without `columns`, also the first faults of its rows. */
  faults: z.array(importFaultSchema),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

/** What happened, row by row; every key, this once. */
export const importedSchema = z.object({
  rows: z.array(
    z.object({
      line: z.int(),
      did: z.enum(["added", "updated", "skipped"]),
      reason: z.enum(importReasons),
      /** Of whom was added or updated. */
      clientId: z.nullable(z.string()),
    }),
  ),
  issued: z.array(z.extend(issuedKeySchema, { name: z.string(), email: z.nullable(z.string()) })),
});
export type Imported = z.infer<typeof importedSchema>;
export type ImportedRow = Imported["rows"][number];
