/** Words that `npm run check` refuses in what people read: each with a plain word to write instead. */
export const bannedWords: { pattern: RegExp; instead: string }[] = [
  { pattern: /\be-mails?\b/gi, instead: "email" },
  { pattern: /\bwhoever\b/gi, instead: "anyone who" },
  { pattern: /\b(?:is|are) none\b/gi, instead: "name the noun" },
  { pattern: /\bby itself\b/gi, instead: "automatically" },
  { pattern: /\bof (?:its|their) own\b/gi, instead: "its own, separate" },
  { pattern: /\b(?:is|are|be) told\b/gi, instead: "see, get" },
  { pattern: /\blooked over\b/gi, instead: "checked" },
  { pattern: /\bmend(?:s|ed|ing)?\b/gi, instead: "fix" },
  { pattern: /\bask(?:s|ed|ing)? back\b/gi, instead: "follow-up" },
  { pattern: /\bput into words\b/gi, instead: "transcribed" },
  { pattern: /\bsuch a one\b/gi, instead: "name the noun" },
  {
    pattern: /\b(?:recognis|organis|cancell(?:ed|ing)|colour|behaviour|favourite)\w*/gi,
    instead: "American spelling",
  },
];

/** Further words that the interface's catalogues refuse. */
export const bannedInCatalogues: { pattern: RegExp; instead: string }[] = [
  { pattern: /\b(?:re)?takes\b|\b(?:a|the|this|each) take\b/gi, instead: "recording" },
  { pattern: /\btold\b/gi, instead: "see, get" },
  { pattern: /\bmeanwhile\b/gi, instead: "while you were away" },
  { pattern: /\bshown this once\b/gi, instead: "You won’t see it again" },
  { pattern: /\bgestor(?:es)?\b/gi, instead: "ejecutivo de cuenta" },
  { pattern: /\bajustes\b/gi, instead: "configuración" },
  { pattern: /\bordenador(?:es)?\b/gi, instead: "computadora" },
  { pattern: /\bpulse\b/gi, instead: "presione, toque" },
];

/** Texts that may hold a banned word, exactly so: the specification's strings and names of other programs. */
export const exceptions: string[] = [];

/**
 * How often the banned words may still stand in a place. Numbers may only go down: a change that removes banned words lowers
 * the number here.
 */
export const allowed: { [place: string]: number } = {
  console: 1,
  contract: 15,
  "contract/messages/client/en.json": 1,
  docs: 2,
  scripts: 1,
  "server/briefs": 1,
  "server/interview-file": 42,
  "server/metrics": 1,
  "server/openid": 1,
  "server/routes": 1,
  "server/settings": 2,
  tests: 20,
  web: 5,
};
