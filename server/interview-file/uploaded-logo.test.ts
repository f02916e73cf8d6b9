import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { packageFolder } from "../runtime/package.ts";
import { logoProblem } from "./uploaded-logo.ts";

const read = (path: string) => readFileSync(join(packageFolder, path));
const PNG = read("web/public/touch-icon.png");
const problemOf = (content: string | Buffer) => logoProblem(Buffer.from(content));
const svg = (inner: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 2 1" ${attributes}>${inner}</svg>`;

const DAMAGED = "The SVG is damaged or incomplete. Export it again";
const ACTIVE = "The SVG contains a script or a web page. Export it as a plain picture";
const OUTSIDE = "The SVG loads something from outside. Export it with everything inside";

test.each<[string, string | Buffer]>([
  ["a PNG", PNG],
  ["the mark of the product", read("web/public/favicon.svg")],
  ["the logo of the example", read("examples/veterinary/logo.svg")],
  [
    "a declaration, a comment and a document type",
    `<?xml version="1.0"?><!-- a > b --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n${svg("<g/>")}\n`,
  ],
  ["its own styles", svg("<style><![CDATA[.a > .b{fill:url(#g)}]]></style><style>.c{fill:red}</style>")],
  ["references to itself", svg('<use xlink:href="#a"/><path fill="url(#g)" style="filter:url( \'#f\' )"/>')],
  ["a picture within it", svg('<image href="data:image/png;base64,iVBORw0KGgo="/>')],
  [
    "words and characters",
    svg("<text>Söhne &amp; &#x43;o. &lt;3 script onload=</text><title>on top</title>"),
  ],
  ["a byte order mark", `\ufeff${svg("")}`],
])("%s is a logo", (_, content) => {
  expect(problemOf(content)).toBeUndefined();
});

test.each<[string, string | Buffer, string]>([
  ["nothing", "", "The file is empty. Choose a PNG or SVG file"],
  ["more than 200 kB", Buffer.alloc(200 * 1024 + 1), "The file is larger than 200 kB. Choose a smaller one"],
  ["a page", "<!doctype html><p>Hello</p>", "It is neither an SVG nor a PNG"],
  ["a JPEG", Buffer.from("ffd8ffe000104a464946", "hex"), "It is neither an SVG nor a PNG"],
  ["an SVG without a size", '<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>', "no size"],
  ["a PNG that ends in its middle", PNG.subarray(0, PNG.length / 2), "The PNG is damaged or incomplete"],
  ["a PNG without its last chunk", PNG.subarray(0, -12), "The PNG is damaged or incomplete"],
  ["a PNG that is only the signature", PNG.subarray(0, 8), "The PNG is damaged or incomplete"],
  ["a PNG with another byte in it", changedAt(PNG, 60), "The PNG is damaged or incomplete"],
  ["a PNG of many pixels", sized(PNG, 30_000, 10), "more than 4000 pixels"],
  ["a PNG of no width", sized(PNG, 0, 10), "no size"],
])("%s is refused", (_, content, reason) => {
  expect(problemOf(content)).toContain(reason);
});

test.each<[string, string]>([
  ["ends in its middle", svg("<g><path/></g>").slice(0, -3)],
  ["ends in a tag", '<svg viewBox="0 0 1 1"><path d="M0'],
  ["ends in a comment", `${svg("")}<!-- and`],
  ["closes what is not open", svg("<g></path>")],
  ["has two roots", svg("") + svg("")],
  ["begins with something else", `<html>${svg("")}</html>`],
  ["has an attribute without quotes", svg("<path d=M0/>")],
  ["names an entity that there is not", svg("<text>&nbsp;</text>")],
  ["has words behind it", `${svg("")}<`],
])("an SVG that %s is damaged", (_, text) => {
  expect(problemOf(text)).toBe(DAMAGED);
});

test("an SVG that is not valid text is damaged", () => {
  expect(problemOf(Buffer.concat([Buffer.from('<svg viewBox="0 0 1 1">'), Buffer.from([0xff, 0xfe])]))).toBe(
    DAMAGED,
  );
});

test("an SVG that defines entities is refused", () => {
  const bomb = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>';
  expect(problemOf(bomb + svg("<text>&b;</text>"))).toBe(
    "The SVG defines its own entities. Export it as plain SVG",
  );
});

test.each([
  "<script>alert(1)</script>",
  "<SCRIPT/>",
  '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>',
  '<script href="https://evil.example/x.js"/>',
  '<g onload="alert(1)"/>',
  '<g ONCLICK = "alert(1)"/>',
  '<a href="javascript:alert(1)"><text>x</text></a>',
  '<a xlink:href="&#106;ava&#x73;cript:alert(1)"/>',
  '<a href="java\tscript:alert(1)"/>',
  "<foreignObject><p>Hello</p></foreignObject>",
  '<h:p xmlns:h="http://www.w3.org/1999/xhtml">Hello</h:p>',
  '<iframe src="data:text/html,x"/>',
])("an SVG with %s contains a script or a page", (inner) => {
  expect(problemOf(svg(inner))).toBe(ACTIVE);
});

test("a script on the root element is found", () => {
  expect(problemOf(svg("", 'onload="alert(1)"'))).toBe(ACTIVE);
});

test.each([
  '<image href="https://evil.example/x.png"/>',
  '<image xlink:href="//evil.example/x.png"/>',
  '<use href="other.svg#a"/>',
  '<image href="data:image/svg+xml,%3Csvg/%3E"/>',
  '<path fill="url(https://evil.example/x.svg#a)"/>',
  "<path style=\"fill:url( 'https://evil.example/x' )\"/>",
  '<path style="fill:\\75 rl(https://evil.example/x)"/>',
  '<path style="fill:u/**/rl(x);fill:&#117;rl(https://evil.example/x)"/>',
  "<style>@import 'https://evil.example/x.css';</style>",
  "<style>@im<!-- -->port 'https://evil.example/x.css';</style>",
  "<style>@import 'https://evil.example/x.css';<g/></style>",
  "<style>@import 'https://evil.example/x.css';<style>.a{}</style></style>",
  '<style>@im/**/port url(x);.a{background:url("https://evil.example/x")}</style>',
  "<style><![CDATA[@font-face{src:url(https://evil.example/x.woff2)}]]></style>",
  '<g xml:base="https://evil.example/"/>',
  '<use href="#a"><set attributeName="xlink:href" to="https://evil.example/x#a"/></use>',
])("an SVG with %s loads something", (inner) => {
  expect(problemOf(svg(inner))).toBe(OUTSIDE);
});

test("a style sheet next to the SVG counts as outside", () => {
  expect(problemOf(`<?xml-stylesheet href="https://evil.example/x.css"?>${svg("")}`)).toBe(OUTSIDE);
});

test("a file designed to take long is read quickly", () => {
  expect(problemOf(svg(`<style>${"/* ".repeat(60_000)}</style>`))).toBeUndefined();
  for (const piece of ["<g a='", "<g ", "<!--", " a='b'", "&#", "url(", "<![CDATA[", "<g/>", "\\"])
    expect(typeof problemOf(`<svg viewBox="0 0 1 1">${piece.repeat(190_000 / piece.length)}`)).toBe("string");
});

function changedAt(content: Buffer, at: number): Buffer {
  const copy = Buffer.from(content);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

/** The image with another size in its header, and with the matching checksum. */
function sized(content: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(content);
  copy.writeUInt32BE(width, 16);
  copy.writeUInt32BE(height, 20);
  copy.writeUInt32BE(crc32(copy.subarray(12, 29)), 29);
  return copy;
}
