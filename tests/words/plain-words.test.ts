import { describe, expect, test } from "vitest";
import { builtInInterviews } from "#contract/interview/built-in-interview.ts";
import { type Language, languages } from "#contract/languages.ts";
import { builtInTemplates } from "#contract/manage/mail/built-in-mails.ts";
import clientEn from "#contract/messages/client/en.json" with { type: "json" };
import clientEs from "#contract/messages/client/es.json" with { type: "json" };
import { specifiedMessages } from "#contract/specified-messages.ts";

/** What a client in the United States would not say, by language, with the word that we use. */
const BANNED: { [Of in Language]: [pattern: RegExp, instead: string][] } = {
  en: [
    [/\brecognis|\bcolour|\bcancelled|\bprogramme\b/i, "American spelling"],
    [/\be-mail/i, "email"],
    [
      /\b(?:cannot|do not|does not|did not|is not|are not|was not|could not|has not|have not)\b/i,
      "a contraction",
    ],
    [/\b(?:by itself|of its own|is none|is kept|are kept|be kept|whoever)\b/i, "who does what"],
    [/\b(?:takes?|sound) (?:is|was|of)\b|\byour takes?\b/i, "recording"],
    [/\bput into words|written down\b/i, "turned into text"],
    [/\bask(?:ed)? (?:back|again)\b/i, "follow-up"],
    [/\bmaker\b/i, "the browser’s company"],
    [/\b(?:rang|ring) back|\bdiary\b|\blooks? after\b/i, "the American word"],
    [/\bHello\b/, "Hi"],
  ],
  es: [
    [/\bpuls[ea]/i, "presione o toque"],
    [/\bgestor/i, "asesor"],
    [/\bajustes\b/i, "configuración"],
    [/\bordenador/i, "computadora"],
    [/\bfabricante/i, "la empresa de su navegador"],
    [/\bigualmente\b/i, "de todos modos"],
    [/\b(?:tú|tu|tus|vosotros|vuestr[oa]s?)\b/i, "usted"],
    [/[«»]/, "“ ”"],
  ],
};

const specified = new Set<string>(specifiedMessages.map(([, id]) => id));
const catalogues: { [Of in Language]: { [id: string]: string } } = {
  en: Object.fromEntries(Object.entries(clientEn).filter(([id]) => !specified.has(id))),
  es: clientEs,
};

/** Every text of the interview, whatever it is called there. */
function textsOf(data: unknown): string[] {
  if (typeof data === "string") return [data];
  return typeof data === "object" && data !== null ? Object.values(data).flatMap(textsOf) : [];
}

describe.each(languages)("to clients, in %s,", (language) => {
  test.each([
    ["the catalogue", Object.values(catalogues[language])],
    ["the built-in interview", textsOf(builtInInterviews[language])],
    ["the built-in mails", textsOf(builtInTemplates[language])],
  ])("%s uses our words", (_, texts) => {
    const found = texts.flatMap((text) =>
      BANNED[language].filter(([pattern]) => pattern.test(text)).map(([, instead]) => ({ text, instead })),
    );
    expect(texts.length).toBeGreaterThan(10);
    expect(found).toEqual([]);
  });
});
