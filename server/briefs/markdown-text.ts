import { isolateBidi, shownText } from "#contract/manage/answers/shown-text.ts";

/**
 * Escapes text of any number of lines, and keeps the lines. `indent` is put before every line except the first, so that
 * the text stays in its list or quotation.
 */
export function markdownText(text: string, indent = ""): string {
  const lines = shownText(text)
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd());
  return lines.map((line, place) => markdownLine(line, lines[place + 1])).join(`\n${indent}`);
}

/** The same for text that must be one line, such as a heading. */
export function markdownWords(text: string): string {
  return markdownText(text.replaceAll(/\s+/g, " ").trim());
}

/** A line with a next line ends in a backslash, which is a line break in every Markdown renderer. */
function markdownLine(line: string, next: string | undefined): string {
  if (line === "") return "";
  const escaped = withoutExtensions(escapeMarkdown(isolateBidi(line))).replace(/^[ \t]/, indentation);
  return next ? `${escaped}\\` : escaped;
}

/** Escapes everything that Markdown would interpret. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_[\]|~]/g, "\\$&")
    .replace(/^(\s*\d*)([-+#=.)])/, "$1\\$2")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

/**
 * GitHub-like renderers turn a bare address into a link that includes what follows, such as our backslash, and a line
 * of colons and hyphens into a table.
 */
function withoutExtensions(line: string): string {
  return line.replace(/^\s*:|:(?=\/\/)|(?<=www)\.|@/gi, (mark) => `${mark.slice(0, -1)}\\${mark.slice(-1)}`);
}

/** Leading white space would turn the line into code. */
function indentation(space: string): string {
  return `&#${space.charCodeAt(0)};`;
}
