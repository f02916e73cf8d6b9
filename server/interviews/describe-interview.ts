import type { Language } from "#contract/languages.ts";
import type { NamedInterview, ClientInterview as View } from "#contract/manage/interviews.ts";
import type { ClientInterview } from "../storage/engine/client-interview.ts";
import type { InterviewVersion } from "./definition.ts";
import type { InterviewBook } from "./interview-book.ts";

/** The hash for each language of a version, the first language first. */
export function hashesOf({ definitions }: InterviewVersion): View["hashes"] {
  return Object.fromEntries([...definitions].map(([language, { hash }]) => [language, hash]));
}

/** The hashes as text for pages and headers: "en:h4sh es:h5sh". */
export function hashText(definitions: ReadonlyMap<Language, { hash: string }>): string {
  return [...definitions].map(([language, { hash }]) => `${language}:${hash}`).join(" ");
}

/** The client's interview as managers see it. */
export function interviewView(
  book: Pick<InterviewBook, "catalog" | "known">,
  interview: ClientInterview,
): View {
  const { id: interviewId, name, version } = namedInterview(book, interview);
  return { interviewId, name, version, hashes: hashesOf(book.known(interview)) };
}

/** The client's interview as named in exports. */
export function namedInterview(
  book: Pick<InterviewBook, "catalog">,
  { interviewId: id, version }: ClientInterview,
): NamedInterview {
  const name = book.catalog().find(({ interviewId }) => interviewId === id)?.name ?? "";
  return { id, name, version };
}
