import { type Markup, markup } from "#contract/markup.ts";

/** Renders the Markdown subset of descriptions: paragraphs, flat lists, and `code`. */
export function prose(text: string): Markup[] {
  return text
    .split("\n\n")
    .map((part) => (part.startsWith("- ") ? list(part) : markup`<p>${inline(part)}</p>\n`));
}

/** Renders sentences in which only `code` is markup. */
export function inline(text: string): Markup[] {
  return text.split("`").map((part, place) => (place % 2 === 1 ? code(part) : markup`${part}`));
}

export function code(text: string): Markup {
  return markup`<code>${text}</code>`;
}

/** Several parts with a separator between them. */
export function joined(parts: Markup[], separator: string): Markup[] {
  return parts.map((part, place) => (place === 0 ? part : markup`${separator}${part}`));
}

/** A long name that may wrap before each separator. */
export function breakable(name: string, sign: "/" | "_"): Markup[] {
  const [first = "", ...rest] = name.split(sign);
  return [markup`${first}`, ...rest.map((part) => markup`<wbr>${sign}${part}`)];
}

function list(text: string): Markup {
  const items = text.split("\n").map((line) => markup`<li>${inline(line.replace(/^- /, ""))}</li>\n`);
  return markup`<ul>\n${items}</ul>\n`;
}
