import { t } from "../../translate.ts";
import { isToApprove, isUnread, type QuestionReading } from "../reading/reading.ts";

/** "2 answers to read, 7 to approve" */
export function nextWords(questions: readonly QuestionReading[]): string {
  const unread = questions.filter(isUnread).length;
  const left = questions.filter(isToApprove).length;
  const toRead = t("client.next.toRead", { count: unread });
  const toApprove = t("client.next.toApprove", { count: left });
  if (unread > 0 && left > 0) return t("client.next.both", { toRead, toApprove });
  if (unread > 0) return toRead;
  return left > 0 ? toApprove : t("client.next.nothing");
}
