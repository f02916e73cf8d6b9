import { ANSWER_PREVIEW_CHARACTERS } from "#contract/limits.ts";
import { shorten } from "#contract/text.ts";

/** The beginning of a long text; `broken` is the first part of a word that the preview cuts off. */
export type TextPreview = { words: string; broken: string };

const BROKEN_WORD = /(?<=\s)\S+$/u;

/** Undefined for a text that is no longer than its preview. */
export function previewOf(text: string): TextPreview | undefined {
  const shortened = shorten(text, ANSWER_PREVIEW_CHARACTERS);
  if (shortened === text) return undefined;
  const shown = shortened.slice(0, -"...".length);
  const endsInWord = /^\S/u.test(text.slice(shown.length));
  const broken = (endsInWord && BROKEN_WORD.exec(shown)?.[0]) || "";
  return { words: shown.slice(0, shown.length - broken.length), broken };
}
