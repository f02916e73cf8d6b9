import { useMutation } from "@tanstack/react-query";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { currentLanguage } from "../../../web/ui/language/spoken-language.ts";
import { saveFile } from "../../../web/ui/save-file.ts";
import { callForFile } from "../../api/call.ts";

/** A long interview can have a thousand pages. */
const PRINTING_TIMEOUT_MS = 60_000;

/** Downloads the brief as a PDF, which the server renders. */
export function usePdf(clientId: string) {
  return useMutation<void, Error, void>({
    async mutationFn() {
      const pdf = await callForFile(manageEndpoints.brief, {
        params: { clientId },
        query: {
          format: "pdf",
          language: currentLanguage(),
          paper: navigator.language.endsWith("-US") ? "letter" : "a4",
        },
        timeoutMs: PRINTING_TIMEOUT_MS,
      });
      saveFile(pdf);
    },
  });
}
