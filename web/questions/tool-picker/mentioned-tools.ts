import type { Choice } from "#contract/interview/choice.ts";

/** Tool names that are also ordinary words. They count only with a capital, and not at the start of a sentence. */
const WORDS_TOO = [
  "bench",
  "excel",
  "front",
  "indeed",
  "later",
  "monday",
  "notion",
  "slack",
  "square",
  "stripe",
  "toast",
  "wave",
  "zoom",
];
const PART_OF_WORD = /[\p{L}\p{N}]/u;
const SENTENCE_END = /(?:^|[.!?…:]|\n)\s*$/;

/** The tools of a list that a text names, in the order of the list. */
export function mentionedTools(tools: readonly Choice[], text: string): Choice[] {
  return tools.filter(({ label }) => isNamed(label, text));
}

function isNamed(label: string, text: string): boolean {
  const isWord = WORDS_TOO.includes(label.toLowerCase());
  const searched = isWord ? text : text.toLowerCase();
  const name = isWord ? label : label.toLowerCase();
  for (let at = searched.indexOf(name); at !== -1; at = searched.indexOf(name, at + 1)) {
    const before = searched.slice(0, at);
    const after = searched.charAt(at + name.length);
    const isWhole = !PART_OF_WORD.test(before.slice(-1)) && !PART_OF_WORD.test(after);
    if (isWhole && !(isWord && SENTENCE_END.test(before))) return true;
  }
  return false;
}
