/** A piece of HTML, for the pages that stand by themselves. `markup` makes it, and escapes every text that is put into one. */
export class Markup {
  readonly html: string;
  constructor(html: string) {
    this.html = html;
  }
}

type Part = string | number | undefined | false | Markup | Markup[];

/** HTML as a template: whatever is not itself markup is text, and stays text. */
export function markup(pieces: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(String.raw({ raw: pieces }, ...parts.map(htmlOf)));
}

function htmlOf(part: Part): string {
  if (part === undefined || part === false) return "";
  if (Array.isArray(part)) return part.map(({ html }) => html).join("");
  return part instanceof Markup ? part.html : escapeText(String(part));
}

const ENTITIES: { [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  // HTML cannot hold it: a parser would drop it without a trace
  "\0": "\ufffd",
};

function escapeText(text: string): string {
  return text.replace(/[&<>"'\0]/g, (character) => ENTITIES[character] ?? "");
}
