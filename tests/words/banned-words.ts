import type { Language } from "#contract/languages.ts";

/** A word that readers should never see, and the plain word to write instead. */
export type BannedWord = { pattern: RegExp; instead: string };

/** Words that `npm run check` refuses in catalogs, pages, code and comments. */
export const bannedWords: BannedWord[] = [
  { pattern: /\be-mails?\b/gi, instead: "email" },
  { pattern: /\bwhoever\b/gi, instead: "anyone who" },
  { pattern: /\b(?:is|are) none\b/gi, instead: "name the noun" },
  { pattern: /\bby itself\b/gi, instead: "automatically" },
  { pattern: /\bof (?:its|their) own\b/gi, instead: "its own, separate" },
  { pattern: /\btold\b/gi, instead: "see, get, notified" },
  { pattern: /\bbe kept\b/gi, instead: "stays, store" },
  { pattern: /\blooked over\b/gi, instead: "checked" },
  { pattern: /\bmend(?:s|ed|ing)?\b/gi, instead: "fix" },
  { pattern: /\bask(?:s|ed|ing)? back\b/gi, instead: "follow-up" },
  { pattern: /\bput into words\b/gi, instead: "transcribed" },
  { pattern: /\bsuch a one\b/gi, instead: "name the noun" },
  {
    pattern:
      /\b\w*(?:recognis|organis|normalis|summaris|cancell(?:ed|ing)|colour|behaviour|favourite|neighbour|catalogue|licence|dialled|learnt)\w*/gi,
    instead: "American spelling",
  },
];

/** Further words that the catalogs refuse, in English and in Spanish. */
export const bannedInCatalogs: BannedWord[] = [
  { pattern: /\b(?:re)?takes\b|\b(?:a|the|this|each|your) take\b/gi, instead: "recording" },
  { pattern: /\b(?:is|are) kept\b/gi, instead: "saved, stored" },
  { pattern: /\bmeanwhile\b/gi, instead: "while you were away" },
  { pattern: /\bshown this once\b/gi, instead: "You won’t see it again" },
  { pattern: /\bprogramme\b/gi, instead: "American spelling" },
  { pattern: /\bHello\b/g, instead: "Hi" },
  { pattern: /\bgestor(?:es)?\b/gi, instead: "ejecutivo de cuenta" },
  { pattern: /\bajustes\b/gi, instead: "configuración" },
  { pattern: /\bordenador(?:es)?\b/gi, instead: "computadora" },
  { pattern: /\bpuls[ea]\b/gi, instead: "presione, toque" },
];

/** Further words that the pages in `docs/` and beside the README refuse. */
export const bannedInPages: BannedWord[] = [
  { pattern: /\banew\b/gi, instead: "again" },
  { pattern: /\bso many\b/gi, instead: "the number" },
  { pattern: /\bmakers?\b/gi, instead: "browser" },
];

/** Further words that clients do not read, by language. */
export const bannedToClients: { [Of in Language]?: BannedWord[] } = {
  en: [
    {
      pattern: /\b(?:cannot|do not|does not|did not|is not|are not|was not|could not|has not|have not)\b/i,
      instead: "a contraction",
    },
    { pattern: /\bsound (?:is|was|of)\b/i, instead: "recording" },
    { pattern: /\bwritten down\b/i, instead: "turned into text" },
    { pattern: /\bask(?:ed)? again\b/i, instead: "follow-up" },
    { pattern: /\bmaker\b/i, instead: "the browser’s company" },
    { pattern: /\b(?:rang|ring) back|\bdiary\b|\blooks? after\b/i, instead: "the American word" },
  ],
  es: [
    { pattern: /\bfabricante/i, instead: "la empresa de su navegador" },
    { pattern: /\bigualmente\b/i, instead: "de todos modos" },
    { pattern: /\b(?:tú|tu|tus|vosotros|vuestr[oa]s?)\b/i, instead: "usted" },
    { pattern: /[«»]/, instead: "“ ”" },
  ],
};

/** Texts that may contain a banned word, exactly as written here. */
export const exceptions: { text: string; reason: string }[] = [
  { text: "It takes about {minutes} minutes.", reason: "The specification fixes this sentence (§2.1)." },
  {
    text: "Thanks for what you’ve told us so far.",
    reason: "A person says this to a client; the ban is on “told” as a word of the code.",
  },
  {
    text: "signed in or told why not",
    reason: "The OpenAPI document has this summary, which is part of an answer of the API.",
  },
  { text: '"colours"', reason: "Interview files of release 0.1.0 have this key." },
  { text: "`colours`", reason: "A page says that interview files of release 0.1.0 have this key." },
];
