/** A piece of HTML, for standalone pages. Only `markup` makes one, and it escapes every text that it inserts. */
export class Markup {
  readonly html: string;
  constructor(html: string) {
    this.html = html;
  }
}

type Part = string | number | undefined | false | Markup | Markup[];

/** HTML as a template: any part that is not itself markup is escaped. */
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
  // HTML cannot hold NUL: a parser would silently drop it
  "\0": "\ufffd",
};

function escapeText(text: string): string {
  return text.replace(/[&<>"'\0]/g, (character) => ENTITIES[character] ?? "");
}
