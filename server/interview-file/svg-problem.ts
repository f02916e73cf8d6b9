/**
 * The server's headers keep an SVG from running or loading anything, wherever it is opened. This is what tells a person
 * so before clients see a logo with something missing.
 */

const DAMAGED = "The SVG is damaged or incomplete. Export it again";
const ACTIVE = "The SVG contains a script or a web page. Export it as a plain picture";
const OUTSIDE = "The SVG loads something from outside. Export it with everything inside";
const ENTITIES = "The SVG defines its own entities. Export it as plain SVG";

const ACTIVE_ELEMENTS = ["script", "foreignobject", "iframe", "object", "embed", "handler", "listener"];
const XHTML = "http://www.w3.org/1999/xhtml";
/** Of an attribute. */
const QUOTED = `"[^"<]*"|'[^'<]*'`;
const ATTRIBUTE = new RegExp(`([^\\s=<>"'/]+)\\s*=\\s*(${QUOTED})`, "g");
const TOKEN = new RegExp(
  [
    "<!--.*?-->",
    String.raw`<!\[CDATA\[(?<verbatim>.*?)\]\]>`,
    String.raw`<\?(?<instruction>.*?)\?>`,
    String.raw`<!DOCTYPE(?<doctype>[^>[]*(?:>|\[))`,
    String.raw`</(?<closed>[^\s<>/]+)\s*>`,
    String.raw`<(?<opened>[^\s<>/!?="']+)(?<attributes>(?:\s+[^\s=<>"'/]+\s*=\s*(?:${QUOTED}))*)\s*(?<alone>/?)>`,
    "(?<text>[^<]+)",
  ].join("|"),
  "gsy",
);
const NAMED: { [name: string]: string } = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

type Token = { [Name in (typeof tokenParts)[number]]?: string };
const tokenParts = [
  "verbatim",
  "instruction",
  "doctype",
  "closed",
  "opened",
  "attributes",
  "alone",
  "text",
] as const;

type Nesting = { open: string[]; hasRoot: boolean };

/** Why an SVG is not shown as it is meant, or is more than a picture; undefined where it is fine. */
export function svgProblem(content: Buffer): string | undefined {
  const nesting: Nesting = { open: [], hasRoot: false };
  for (const token of tokensOf(decoded(content))) {
    if (!token) return DAMAGED;
    const problem = tokenProblem(token, nesting.open.at(-1) ?? "");
    if (problem !== undefined) return problem;
    if (!nest(nesting, token)) return DAMAGED;
  }
  return nesting.hasRoot && nesting.open.length === 0 ? undefined : DAMAGED;
}

/** The last one is undefined where the text cannot be read to its end. */
function* tokensOf(text: string | undefined): Generator<Token | undefined> {
  if (text === undefined) return yield undefined;
  let end = 0;
  for (const found of text.matchAll(TOKEN)) {
    end = found.index + found[0].length;
    yield found.groups ?? {};
  }
  if (end < text.length) yield undefined;
}

/** False where an element does not stand at this place. */
function nest(nesting: Nesting, { opened, closed, alone }: Token): boolean {
  const { open } = nesting;
  if (closed !== undefined) return open.pop() === closed;
  if (opened === undefined) return true;
  if (open.length === 0) {
    if (nesting.hasRoot || localName(opened) !== "svg") return false;
    nesting.hasRoot = true;
  }
  if (!alone) open.push(opened);
  return true;
}

function decoded(content: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}

function tokenProblem(
  { instruction, doctype, opened, attributes = "", verbatim, text }: Token,
  parent: string,
): string | undefined {
  if (instruction !== undefined) return /^xml-stylesheet\b/i.test(instruction) ? OUTSIDE : undefined;
  if (doctype !== undefined) return doctype.endsWith("[") ? ENTITIES : undefined;
  if (opened !== undefined) return elementProblem(localName(opened), attributes);
  const words = verbatim ?? (text && unescaped(text));
  if (words === null) return DAMAGED;
  const isStyle = localName(parent) === "style";
  return isStyle && words !== undefined && loadsByStyle(words) ? OUTSIDE : undefined;
}

function elementProblem(name: string, attributes: string): string | undefined {
  if (ACTIVE_ELEMENTS.includes(name)) return ACTIVE;
  for (const [, attribute = "", quoted = ""] of attributes.matchAll(ATTRIBUTE)) {
    const value = unescaped(quoted.slice(1, -1));
    if (value === null) return DAMAGED;
    const problem = attributeProblem(localName(attribute), value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function attributeProblem(name: string, value: string): string | undefined {
  if (name.startsWith("on") || value.trim() === XHTML) return ACTIVE;
  if (name === "href" || name === "src") return hrefProblem(value);
  // an animation could give an address to what has a harmless one
  const givesAddress = name === "attributename" && localName(value.trim()) === "href";
  return givesAddress || name === "base" || loadsByStyle(value) ? OUTSIDE : undefined;
}

function hrefProblem(value: string): string | undefined {
  // browsers take these out of an address before they read it
  const address = value.replace(/[\s\p{Cc}]/gu, "").toLowerCase();
  if (/^(?:javascript|vbscript):/.test(address)) return ACTIVE;
  return isInside(address) ? undefined : OUTSIDE;
}

/** Another place in the same file, or a picture that is part of it. */
function isInside(address: string): boolean {
  return address === "" || /^(?:#|data:image\/(?:png|jpeg|gif|webp)[;,])/i.test(address);
}

function loadsByStyle(style: string): boolean {
  const plain = style
    // one that never ends goes to the end
    .replace(/\/\*.*?(?:\*\/|$)/gs, "")
    .replace(/\\([\da-f]{1,6})\s?/gi, (_, digits: string) => characterOf(Number.parseInt(digits, 16)))
    .replace(/\\(.)/gs, "$1");
  if (/@import/i.test(plain)) return true;
  return [...plain.matchAll(/\b(?:url|image|image-set|src)\(\s*["']?\s*([^"')]*)/gi)].some(
    ([, address = ""]) => !isInside(address),
  );
}

/** Null where it names an entity that is not XML's own. */
function unescaped(text: string): string | null {
  let isKnown = true;
  const plain = text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w*));?/gi, (_, decimal, hex, name) => {
    if (decimal !== undefined) return characterOf(Number(decimal));
    if (hex !== undefined) return characterOf(Number.parseInt(hex, 16));
    isKnown &&= Object.hasOwn(NAMED, name);
    return NAMED[name] ?? "";
  });
  return isKnown ? plain : null;
}

function characterOf(code: number): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
}

function localName(name: string): string {
  return (name.split(":").at(-1) ?? "").toLowerCase();
}
