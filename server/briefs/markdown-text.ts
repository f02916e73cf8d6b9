import { isolated, shownText } from "#contract/manage/answers/shown-text.ts";

/**
 * A text of any number of lines, each of which stays one. `indent` goes before every line but the first, to keep it in
 * the list or quotation that the text is in.
 */
export function markdownText(text: string, indent = ""): string {
  const lines = shownText(text)
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd());
  return lines.map((line, place) => markdownLine(line, lines[place + 1])).join(`\n${indent}`);
}

/** The same of a text that has to be one line, such as a heading. */
export function markdownWords(text: string): string {
  return markdownText(text.replaceAll(/\s+/g, " ").trim());
}

/** A line that others follow ends in a backslash, which is a line's end to every reader of Markdown. */
function markdownLine(line: string, next: string | undefined): string {
  if (line === "") return "";
  const escaped = withoutExtensions(escapeMarkdown(isolated(line))).replace(/^[ \t]/, indentation);
  return next ? `${escaped}\\` : escaped;
}

/** Words stay words, whatever they look like to a Markdown reader. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_[\]|~]/g, "\\$&")
    .replace(/^(\s*\d*)([-+#=.)])/, "$1\\$2")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

/**
 * Readers of GitHub's kind make a link of a bare address, and take what follows it, such as our backslash, along; and a
 * table of a line of colons and hyphens.
 */
function withoutExtensions(line: string): string {
  return line.replace(/^\s*:|:(?=\/\/)|(?<=www)\.|@/gi, (mark) => `${mark.slice(0, -1)}\\${mark.slice(-1)}`);
}

/** White space in front would make code of the line. */
function indentation(space: string): string {
  return `&#${space.charCodeAt(0)};`;
}
