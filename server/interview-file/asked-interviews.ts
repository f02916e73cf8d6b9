import { hash } from "node:crypto";
import type { Interview } from "#contract/interview/interview.ts";
import type { Language } from "#contract/languages.ts";
import { type Asking, wishedLanguage } from "../http/accept-language.ts";
import type { Provided } from "./read-interview-file.ts";

/** The interview that is asked in a language, with the fingerprint that names it. */
export type AskedInterview = { language: Language; interview: Interview; hash: string };

/** What is asked in each language that is offered, the provider's first. */
export type AskedInterviews = ReadonlyMap<Language, AskedInterview>;

/** The interview of the provider in each of their languages. */
export function askedInterviews({ interviews }: Pick<Provided, "interviews">): AskedInterviews {
  return new Map(
    [...interviews].map(([language, interview]) => [
      language,
      { language, interview, hash: hashOf(interview) },
    ]),
  );
}

function hashOf(interview: Interview): string {
  return hash("sha256", JSON.stringify(interview), "base64url").slice(0, 22);
}

/** What clients are asked, in the language that a caller wishes for most; `asked` is that of the provider. */
export function askedFor(
  request: Asking,
  { asked, interviews }: { asked: AskedInterview; interviews: AskedInterviews },
): AskedInterview {
  return interviews.get(wishedLanguage(request, [...interviews.keys()])) ?? asked;
}
