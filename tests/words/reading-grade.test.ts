import { describe, expect, test } from "vitest";
import { builtInInterview } from "#contract/interview/built-in-interview.ts";
import clientEn from "#contract/messages/client/en.json" with { type: "json" };
import clientEs from "#contract/messages/client/es.json" with { type: "json" };
import consoleEn from "#contract/messages/console/en.json" with { type: "json" };
import serverEn from "#contract/messages/server/en.json" with { type: "json" };
import { specifiedMessages } from "#contract/specified-messages.ts";
import { gradeOf, hardest, type Sentence, sentencesOf, wordsOf } from "./sentences.ts";

/** School grades: clients are busy and read on a phone, managers read at a desk. */
const CLIENT_GRADE_MAX = 6;
const MANAGER_GRADE_MAX = 8;
const WORDS_MAX = 20;

const specified = new Set<string>(specifiedMessages.map(([, id]) => id));
const ours = (catalog: { [id: string]: string }) =>
  sentencesOf(Object.fromEntries(Object.entries(catalog).filter(([id]) => !specified.has(id))));

/** Without titles, which are not sentences. */
const interview = sentencesOf(
  Object.fromEntries(
    builtInInterview.sections.flatMap((section) => [
      [section.id, section.description],
      ...section.questions.flatMap((question) => [
        [`${question.id} prompt`, question.prompt],
        ...("sample" in question ? [[`${question.id} sample`, question.sample]] : []),
      ]),
    ]),
  ),
);

/**
 * The texts of mails and pages in the server's catalog, without those for files. Line breaks in a mail do not end a
 * sentence.
 */
const mailsAndPages = sentencesOf(
  Object.fromEntries(
    Object.entries(serverEn)
      .filter(([id]) => /^(?:mail|optOut|privacy)\./.test(id))
      .map(([id, text]) => [id, text.replaceAll("\n", " ")]),
  ),
);

/** Shows anyone who changes the texts what to simplify first. */
function show(title: string, lines: string[]): void {
  process.stdout.write(`\n${[title, ...lines].join("\n  ")}\n`);
}

describe.each<[name: string, gradeMax: number, sentences: Sentence[]]>([
  ["client's catalog", CLIENT_GRADE_MAX, ours(clientEn)],
  ["built-in interview", CLIENT_GRADE_MAX, interview],
  ["console's catalog", MANAGER_GRADE_MAX, sentencesOf(consoleEn)],
  ["mails and of the pages about privacy", CLIENT_GRADE_MAX, mailsAndPages],
])("the English of the %s", (name, gradeMax, sentences) => {
  test(`can be read easily in grade ${gradeMax}`, () => {
    const grade = gradeOf(sentences);
    show(
      `${name}: grade ${grade.toFixed(2)}, ${sentences.length} sentences. The hardest:`,
      hardest(sentences, 10),
    );
    expect(sentences.length).toBeGreaterThan(20);
    expect(grade).toBeLessThanOrEqual(gradeMax);
  });

  test(`has at most ${WORDS_MAX} words in a sentence`, () => {
    const long = sentences.filter(({ text }) => wordsOf(text).length > WORDS_MAX);
    expect(long).toEqual([]);
  });
});

test("the grade distinguishes a hard sentence from an easy one", () => {
  const easy = gradeOf(sentencesOf({ easy: "We save as you go." }));
  const hard = gradeOf(
    sentencesOf({ hard: "Transcription infrastructure necessitates continuous microphone authorization." }),
  );
  expect(easy).toBeLessThan(3);
  expect(hard).toBeGreaterThan(15);
});

test("the longest Spanish sentences are shown", () => {
  const lengths = ours(clientEs)
    .map(({ id, text }) => ({ id, text, words: wordsOf(text).length }))
    .sort((one, other) => other.words - one.words);
  show(
    "Spanish, words in a sentence. The longest:",
    lengths.slice(0, 10).map(({ id, text, words }) => `${String(words).padStart(5)}  ${id}: ${text}`),
  );
  expect(lengths.length).toBeGreaterThan(20);
});
