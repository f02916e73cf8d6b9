import { CatalogError } from "../http/errors.ts";
import type { InterviewBook, ListedInterview } from "./interview-book.ts";

/** Whether the interview can be given to clients. */
export function isOffered({
  currentVersion,
  retiredAt,
}: Pick<ListedInterview, "currentVersion" | "retiredAt">): boolean {
  return currentVersion !== null && retiredAt === null;
}

/** The interview as stored now. Throws VALIDATION_ERROR if it cannot be given to clients. */
export async function offeredOrRefused(
  book: Pick<InterviewBook, "catalog" | "refresh">,
  interviewId: string,
): Promise<ListedInterview> {
  await book.refresh();
  const entry = book.catalog().find((each) => each.interviewId === interviewId);
  if (entry && isOffered(entry)) return entry;
  const message = entry ? "This interview can't be given to clients now" : "There is no such interview";
  throw new CatalogError("VALIDATION_ERROR", { details: [{ path: "interviewId", message }] });
}
