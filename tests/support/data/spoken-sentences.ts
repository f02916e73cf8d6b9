import { join } from "node:path";

/** A sentence that one of flite's voices says, and five of its words that a transcript should contain. */
export type SpokenSentence = { file: string; text: string; words: string[] };

const FOLDER = join(import.meta.dirname, "../../speech/sentences");

/** Sentences with different texts in four voices; `tests/speech/README.md` explains how they were made. */
export const spokenSentences: SpokenSentence[] = [
  sentence("01-kal16", "our customers find us through the internet and they call us on the phone", [
    "customers",
    "find",
    "internet",
    "call",
    "phone",
  ]),
  sentence("02-rms", "people call to change the time of their appointment", [
    "people",
    "call",
    "change",
    "time",
    "appointment",
  ]),
  sentence("03-slt", "we write the list of orders on paper in the morning", [
    "write",
    "list",
    "orders",
    "paper",
    "morning",
  ]),
  sentence("04-slt", "the computer helps us to count what we sell each month", [
    "computer",
    "helps",
    "count",
    "sell",
    "month",
  ]),
  sentence("05-kal16", "the website should show our prices and our hours", [
    "website",
    "should",
    "show",
    "prices",
    "hours",
  ]),
  sentence("06-kal16", "we want to open a second store in the city next year", [
    "open",
    "second",
    "store",
    "city",
    "year",
  ]),
  sentence("07-awb", "my brother works at the front of the store on the weekend", [
    "brother",
    "works",
    "front",
    "store",
    "weekend",
  ]),
  sentence("08-rms", "the manager talks with the team every monday morning", [
    "manager",
    "talks",
    "team",
    "monday",
    "morning",
  ]),
  sentence("09-slt", "customers ask the same question about the price again and again", [
    "customers",
    "ask",
    "question",
    "price",
    "again",
  ]),
  sentence("10-awb", "in the summer we sell more coffee to people on the street", [
    "summer",
    "sell",
    "coffee",
    "people",
    "street",
  ]),
  sentence("11-rms", "the phone rings all day and nobody has time to answer", [
    "phone",
    "rings",
    "day",
    "time",
    "answer",
  ]),
  sentence("12-awb", "new customers read about us in the newspaper", [
    "new",
    "customers",
    "read",
    "about",
    "newspaper",
  ]),
  sentence("13-kal16", "the driver takes the bread to seven restaurants before lunch", [
    "driver",
    "bread",
    "seven",
    "restaurants",
    "lunch",
  ]),
];

function sentence(name: string, text: string, words: string[]): SpokenSentence {
  return { file: join(FOLDER, `${name}.ogg`), text, words };
}

/** The share of a sentence's five words that a transcript contains. */
export function shareOfMarked({ words }: SpokenSentence, transcript: string): number {
  const heard = transcript.toLowerCase().split(/\W+/);
  return words.filter((word) => heard.includes(word)).length / words.length;
}
