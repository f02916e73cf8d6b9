import type { Language } from "#contract/languages.ts";

/** The hash of the interview in each language that is offered: its definition is then in the browser's cache. */
export type Interviews = { [Of in Language]?: string };

/** In this language where the interview has it, else in its first one. */
export function hashIn(interviews: Interviews, language: Language): string | undefined {
  return interviews[language] ?? Object.values(interviews)[0];
}

/** As the server wrote them into the page, such as "en:h4sh es:h5sh". */
export function readInterviews(text: string): Interviews {
  return Object.fromEntries(text.split(" ").map((named) => named.split(":")));
}
