import { useSearchParams } from "wouter";
import type { MailSelection } from "#contract/manage/mail/mail.ts";

/** The filter of the email log. It is in the URL, so that a reload, a bookmark or Back restores it. */
export function useMailSelection() {
  const [params, setParams] = useSearchParams();
  const selection: MailSelection = params.get("delivery") === "failed" ? { delivery: "failed" } : {};
  const choose = (delivery: string) => setParams(delivery === "" ? {} : { delivery });
  return { selection, choose };
}
