import type { ClientInterview as View } from "#contract/manage/interviews.ts";
import type { ClientInterview } from "../storage/interviews/client-interview.ts";
import type { InterviewVersion } from "./definition.ts";
import type { InterviewBook } from "./interview-book.ts";

/** Of a version in each of its languages, the first language first. */
export function hashesOf({ definitions }: InterviewVersion): View["hashes"] {
  return Object.fromEntries([...definitions].map(([language, { hash }]) => [language, hash]));
}

/** What a client is asked, for those who look after the client. */
export function interviewView(
  book: Pick<InterviewBook, "catalog" | "known">,
  interview: ClientInterview,
): View {
  const { interviewId, version } = interview;
  const name = book.catalog().find((entry) => entry.interviewId === interviewId)?.name ?? "";
  return { interviewId, name, version, hashes: hashesOf(book.known(interview)) };
}
