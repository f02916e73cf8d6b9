import { useMutation, useQueryClient } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { ImportAction, ImportColumn, ImportPreview, ImportResult } from "#contract/manage/import.ts";
import type { TableText } from "#contract/manage/table-text.ts";
import { call } from "../api/call.ts";
import { CLIENTS } from "../clients/use-clients.ts";
import { readTable } from "./table-file.ts";

/** Longer than for other calls, because of thousands of rows. */
const TIMEOUT_MS = 120_000;

/** The field that each column fills. */
export type Columns = ImportColumn["field"][];
export type ReadTable = { table: TableText; preview: ImportPreview };
export type Choices = { [line: string]: ImportAction };

/** Previews an import. The columns are guessed from the header, or given in `fields`. */
export function usePreviewImport() {
  return useMutation<ReadTable, Error, { source: File | string } | { table: TableText; fields: Columns }>({
    async mutationFn(wish) {
      const { table, fields } = "source" in wish ? { table: await readTable(wish.source) } : wish;
      const columns = fields ? mappingOf(fields) : ("guess" as const);
      const body = { csv: table.text, columns };
      return {
        table,
        preview: await call(manageEndpoints.previewImport, { body, timeoutMs: TIMEOUT_MS }),
      };
    },
  });
}

type ImportInput = { table: TableText; fields: Columns; choices: Choices; withKeys: boolean };

export function useImport() {
  const queries = useQueryClient();
  return useMutation<ImportResult, Error, ImportInput>({
    mutationFn: ({ table, fields, ...rest }) =>
      call(manageEndpoints.importClients, {
        body: { csv: table.text, columns: mappingOf(fields), ...rest },
        timeoutMs: TIMEOUT_MS,
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [CLIENTS] }),
  });
}

function mappingOf(fields: Columns): { [index: string]: ImportColumn["field"] } {
  return Object.fromEntries(fields.map((field, index) => [String(index), field]));
}
