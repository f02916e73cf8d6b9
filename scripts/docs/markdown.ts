/** The first line of each page that `npm run docs` writes. */
export const GENERATED_NOTICE =
  "<!-- Written by `npm run docs`. Change the tables in the code, not this page. -->";

export function markdownTable(heading: string[], rows: string[][]): string {
  const lineOf = (cells: string[]) => `| ${cells.map(inCell).join(" | ")} |`;
  return [heading, heading.map(() => "---"), ...rows].map(lineOf).join("\n");
}

export function codeBlock(text: string): string {
  return `\`\`\`\n${text}\n\`\`\``;
}

export function code(text: string): string {
  return `\`${text}\``;
}

/** Escapes bars, which would end the cell, and angle brackets, which a browser would read as tags. */
function inCell(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith("`") ? part : part.replaceAll("<", "&lt;")))
    .join("")
    .replaceAll("|", "\\|");
}
