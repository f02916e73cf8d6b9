import { useSearchParams } from "wouter";
import type { MailSelection } from "#contract/manage/mail/mail.ts";

/** Which mails are shown, from the address, so that a reload, a bookmark and Back show the same ones. */
export function useMailSelection() {
  const [params, setParams] = useSearchParams();
  const selection: MailSelection = params.get("delivery") === "failed" ? { delivery: "failed" } : {};
  const choose = (delivery: string) => setParams(delivery === "" ? {} : { delivery });
  return { selection, choose };
}
