import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { currentLanguage } from "../../../web/ui/language/spoken-language.ts";
import { addressOf } from "../../api/call.ts";

/** The URL of the brief, which is for the team that does the work. */
export function briefAddress(clientId: string, format: "html" | "md" | "json"): string {
  return addressOf(manageEndpoints.brief, {
    params: { clientId },
    query: { format, language: currentLanguage() },
  });
}

/** The URL of the answers as a spreadsheet. */
export function tableAddress(clientId: string): string {
  return addressOf(manageEndpoints.exportClient, { params: { clientId }, query: { shape: "wide" } });
}
