/** In characters. Chrome breaks off longer utterances. */
const UTTERANCE_MAX = 200;

/** Splits a text for a voice: into sentences, and long sentences into parts. */
export function sentencesOf(text: string, language: string): string[] {
  const sentences = [...new Intl.Segmenter(language, { granularity: "sentence" }).segment(text)];
  return sentences.map(({ segment }) => segment.trim()).flatMap(inParts);
}

/** Splits at commas and the like, or else at spaces, or else anywhere. */
function inParts(sentence: string): string[] {
  if (sentence.length <= UTTERANCE_MAX) return sentence === "" ? [] : [sentence];
  const head = sentence.slice(0, UTTERANCE_MAX);
  const end = [/^.*[,;:–—]\s/su, /^.*\s/su].map((pattern) => pattern.exec(head)?.[0].length).find(Boolean);
  const at = end ?? UTTERANCE_MAX;
  return [sentence.slice(0, at).trim(), ...inParts(sentence.slice(at).trim())];
}
