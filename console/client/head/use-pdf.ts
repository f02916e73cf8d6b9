import { useMutation } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { spoken } from "../../../web/ui/language/spoken-language.ts";
import { callForFile } from "../../api/call.ts";
import { keepFile } from "../../ui/keep-file.ts";

/** A long interview makes a thousand pages. */
const PRINTING_TIMEOUT_MS = 60_000;

/** Has the server print the brief, and hands the file to the browser to keep. */
export function usePdf(clientId: string) {
  return useMutation<void, Error, void>({
    async mutationFn() {
      const pdf = await callForFile(manageEndpoints.brief, {
        params: { clientId },
        query: {
          format: "pdf",
          language: spoken(),
          paper: navigator.language.endsWith("-US") ? "letter" : "a4",
        },
        timeoutMs: PRINTING_TIMEOUT_MS,
      });
      keepFile(pdf);
    },
  });
}
