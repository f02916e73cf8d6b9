import type { Language } from "#contract/languages.ts";

/** The hash of the interview in each offered language. Browsers cache a definition under its hash. */
export type Interviews = { [Of in Language]?: string };

/** The hash in this language if the interview has it, or else in its first language. */
export function hashIn(interviews: Interviews, language: Language): string | undefined {
  return interviews[language] ?? Object.values(interviews)[0];
}

/** Reads the hashes that the server wrote, such as "en:h4sh es:h5sh". */
export function readInterviews(text: string): Interviews {
  return Object.fromEntries(text.split(" ").map((named) => named.split(":")));
}
