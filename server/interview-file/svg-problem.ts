import { SaxesParser, type SaxesTagNS } from "saxes";

/**
 * The server's headers keep an SVG from running or loading anything wherever it is opened. This check warns a person
 * before clients see an incomplete logo.
 */

const DAMAGED = "The SVG is damaged or incomplete. Export it again";
const ACTIVE = "The SVG contains a script or a web page. Export it as a plain picture";
const OUTSIDE = "The SVG loads something from outside. Export it with everything inside";
const ENTITIES = "The SVG defines its own entities. Export it as plain SVG";

const ACTIVE_ELEMENTS = ["script", "foreignobject", "iframe", "object", "embed", "handler", "listener"];
const XHTML = "http://www.w3.org/1999/xhtml";

/** Why an SVG would not appear as intended, or is more than a picture; undefined if it is fine. */
export function svgProblem(content: Buffer): string | undefined {
  const found: string[] = [];
  const note = (problem: string | undefined) => problem !== undefined && found.push(problem);
  const parser = new SaxesParser({ xmlns: true });
  let hasRoot = false;
  // a style sheet may come in several pieces of text, which are joined
  let stylesDepth = 0;
  let styles = "";
  parser.on("doctype", (doctype) => note(doctype.includes("[") ? ENTITIES : undefined));
  parser.on("processinginstruction", ({ target }) =>
    note(target.toLowerCase() === "xml-stylesheet" ? OUTSIDE : undefined),
  );
  parser.on("opentag", (tag) => {
    note(hasRoot || nameOf(tag) === "svg" ? elementProblem(tag) : DAMAGED);
    hasRoot = true;
    if (nameOf(tag) === "style") stylesDepth++;
  });
  const onText = (text: string) => {
    if (stylesDepth > 0) styles += text;
  };
  parser.on("text", onText);
  parser.on("cdata", onText);
  parser.on("closetag", (tag) => {
    if (nameOf(tag) !== "style" || --stylesDepth > 0) return;
    note(loadsByStyle(styles) ? OUTSIDE : undefined);
    styles = "";
  });
  try {
    parser.write(new TextDecoder("utf-8", { fatal: true }).decode(content)).close();
  } catch {
    note(DAMAGED);
  }
  return found[0];
}

function elementProblem(tag: SaxesTagNS): string | undefined {
  if (tag.uri === XHTML || ACTIVE_ELEMENTS.includes(nameOf(tag))) return ACTIVE;
  for (const attribute of Object.values(tag.attributes)) {
    const problem = attributeProblem(nameOf(attribute), attribute.value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function attributeProblem(name: string, value: string): string | undefined {
  if (name.startsWith("on")) return ACTIVE;
  if (name === "href" || name === "src") return hrefProblem(value);
  // an animation could replace a harmless address
  const givesAddress = name === "attributename" && /(?:^|:)href$/i.test(value.trim());
  return givesAddress || name === "base" || loadsByStyle(value) ? OUTSIDE : undefined;
}

function hrefProblem(value: string): string | undefined {
  // browsers remove these characters from an address before parsing it
  const address = value.replace(/[\s\p{Cc}]/gu, "").toLowerCase();
  if (/^(?:javascript|vbscript):/.test(address)) return ACTIVE;
  return isInside(address) ? undefined : OUTSIDE;
}

/** A reference within the same file, or an embedded picture. */
function isInside(address: string): boolean {
  return address === "" || /^(?:#|data:image\/(?:png|jpeg|gif|webp)[;,])/i.test(address);
}

function loadsByStyle(style: string): boolean {
  const plain = style
    // an unclosed comment extends to the end
    .replace(/\/\*.*?(?:\*\/|$)/gs, "")
    .replace(/\\([\da-f]{1,6})\s?/gi, (_, digits: string) => characterOf(Number.parseInt(digits, 16)))
    .replace(/\\(.)/gs, "$1");
  if (/@import/i.test(plain)) return true;
  return [...plain.matchAll(/\b(?:url|image|image-set|src)\(\s*["']?\s*([^"')]*)/gi)].some(
    ([, address = ""]) => !isInside(address),
  );
}

function characterOf(code: number): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
}

function nameOf({ local }: { local: string }): string {
  return local.toLowerCase();
}
