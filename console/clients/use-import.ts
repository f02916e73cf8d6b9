import { useMutation, useQueryClient } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { Imported, ImportPreview } from "#contract/manage/import.ts";
import { call } from "../api/call.ts";
import { decodeTable, type TableText } from "./table-file.ts";
import { CLIENTS } from "./use-clients.ts";

export type ReadTable = { table: TableText; preview: ImportPreview };

/** What a file would add. */
export function usePreviewImport() {
  return useMutation<ReadTable, Error, File>({
    async mutationFn(file) {
      const table = decodeTable(new Uint8Array(await file.arrayBuffer()));
      const body = { csv: table.text };
      const endpoint = manageEndpoints.previewImport;
      return { table, preview: await call(endpoint, { body }) };
    },
  });
}

export function useImport() {
  const queries = useQueryClient();
  return useMutation<Imported, Error, TableText>({
    mutationFn: ({ text }) => call(manageEndpoints.importClients, { body: { csv: text } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [CLIENTS] }),
  });
}
