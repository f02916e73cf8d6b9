import * as z from "zod/mini";
import type { FileAnswer } from "../../api/endpoint.ts";
import { languages } from "../../languages.ts";
import { BULK_BODY_MAX_BYTES, bulkTargetSchema } from "../bulk.ts";
import type { ManageEndpointTable } from "../endpoint.ts";
import { clientParams } from "./params.ts";

export const briefFormats = ["html", "md", "json", "pdf"] as const;
export const papers = ["a4", "letter"] as const;
export type PaperSize = (typeof papers)[number];
export const clientsFormats = ["csv", "json"] as const;
export type ClientsFormat = (typeof clientsFormats)[number];
export const csvShapes = ["long", "wide"] as const;
export type CsvShape = (typeof csvShapes)[number];

/** `shape` applies to CSV: `long` has one row per answer, `wide` one per client. */
const exportShape = {
  format: z._default(z.enum(clientsFormats), "csv"),
  shape: z._default(z.enum(csvShapes), "long"),
};
export type ExportShape = { format: ClientsFormat; shape: CsvShape };

export const mediaTypes = {
  html: "text/html; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  json: "application/json; charset=utf-8",
  pdf: "application/pdf",
  csv: "text/csv; charset=utf-8",
  zip: "application/zip",
} as const;
export type FileFormat = keyof typeof mediaTypes;

export const exportChosenRequestSchema = z.strictObject({
  ...exportShape,
  on: bulkTargetSchema,
});

const filesOf = (...formats: FileFormat[]): FileAnswer => ({
  files: formats.map((format) => mediaTypes[format]),
});

/** Downloads from the console, and the brief as a page. */
export const briefEndpoints = {
  brief: {
    method: "GET",
    path: "/v1/manage/clients/:clientId/brief",
    caller: "manager",
    scope: "answers:read",
    summary: "The brief of a client: as a page, PDF, Markdown or JSON",
    params: clientParams,
    query: z.strictObject({
      format: z._default(z.enum(briefFormats), "html"),
      paper: z._default(z.enum(papers), "a4"),
      /** Defaults to the language that the browser prefers. */
      language: z.optional(z.enum(languages)),
    }),
    answers: { 200: filesOf(...briefFormats) },
    errors: ["NO_PDF"],
  },
  archive: {
    method: "GET",
    path: "/v1/manage/clients/:clientId/archive",
    caller: "manager",
    scope: "answers:read",
    summary: "Everything about a client, as a ZIP",
    params: clientParams,
    answers: { 200: filesOf("zip") },
  },
  exportClient: {
    method: "GET",
    path: "/v1/manage/clients/:clientId/export",
    caller: "manager",
    scope: "answers:read",
    summary: "One client with everything answered, as CSV or JSON",
    params: clientParams,
    query: z.strictObject(exportShape),
    answers: { 200: filesOf(...clientsFormats) },
  },
  exportClients: {
    method: "GET",
    path: "/v1/manage/export",
    caller: "manager",
    scope: "answers:read",
    summary: "All of one's clients with everything answered, as CSV or JSON",
    query: z.strictObject(exportShape),
    answers: { 200: filesOf(...clientsFormats) },
  },
  exportChosen: {
    method: "POST",
    path: "/v1/manage/export",
    caller: "manager",
    scope: "answers:read",
    summary: "Chosen clients with everything answered, as CSV or JSON",
    body: exportChosenRequestSchema,
    maxBytes: BULK_BODY_MAX_BYTES,
    answers: { 200: filesOf(...clientsFormats) },
    errors: ["NOT_FOUND", "TOO_MANY_CLIENTS"],
  },
} as const satisfies ManageEndpointTable;
