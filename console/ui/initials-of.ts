const LOOKS = 3;

/** "ML" of "Mia Lopes": the first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== "");
  const [first = "", last = ""] = [words.at(0), words.length > 1 ? words.at(-1) : ""];
  return [first, last].map((word) => firstLetter(word).toLocaleUpperCase()).join("");
}

function firstLetter(word: string): string {
  // a letter may be several code points
  return [...new Intl.Segmenter().segment(word)][0]?.segment ?? "";
}

/** A number of a color scheme, always the same for one person. */
export function lookOf(id: string): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973;
  return sum % LOOKS;
}
