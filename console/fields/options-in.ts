/** The options in a text, one per line, without duplicates. */
export function optionsIn(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ""))];
}
