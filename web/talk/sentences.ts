/** Longer utterances break off in Chrome. */
const UTTERANCE_MAX = 200;

/** A text as a voice reads it: by sentences, and the long ones by their parts. */
export function sentencesOf(text: string, language: string): string[] {
  const sentences = [...new Intl.Segmenter(language, { granularity: "sentence" }).segment(text)];
  return sentences.map(({ segment }) => segment.trim()).flatMap(inParts);
}

/** At commas and the like, else at spaces, else anywhere. */
function inParts(sentence: string): string[] {
  if (sentence.length <= UTTERANCE_MAX) return sentence === "" ? [] : [sentence];
  const head = sentence.slice(0, UTTERANCE_MAX);
  const end = [/^.*[,;:–—]\s/su, /^.*\s/su].map((pattern) => pattern.exec(head)?.[0].length).find(Boolean);
  const at = end ?? UTTERANCE_MAX;
  return [sentence.slice(0, at).trim(), ...inParts(sentence.slice(at).trim())];
}
