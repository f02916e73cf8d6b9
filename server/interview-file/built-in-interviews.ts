import { builtInInterviewIn } from "#contract/interview/built-in-interview.ts";
import type { Interview } from "#contract/interview/interview.ts";
import { inEachLanguage, type Language } from "#contract/languages.ts";
import { serverCatalogs } from "../runtime/words.ts";

/** The same questions, with the same ids, in each language. */
export const builtInInterviews: { [Of in Language]: Interview } = inEachLanguage((language) =>
  builtInInterviewIn(serverCatalogs[language]),
);
