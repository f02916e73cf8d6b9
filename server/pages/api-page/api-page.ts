import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Markup, markup } from "#contract/markup.ts";
import { packageFolder } from "../../runtime/package.ts";
import { type PageOwner, type PublicPage, publicPage, publicStyles } from "../public-page.ts";
import { callPart, namesIn, SIGN_IN_LABELS } from "./call-part.ts";
import { type ApiDocument, answersOf, type Call, callsOf, failuresOf } from "./document.ts";
import { breakable, inline, prose } from "./prose.ts";
import { namedShape } from "./shapes.ts";

/** The style sheet's address; separate from the page, so that its policy need not permit inline styles. */
export const API_STYLES = "/api/page.css";

/** The API reference for people; programs read `/openapi.json`. */
export function apiPage(document: ApiDocument, owner: PageOwner): PublicPage {
  const calls = callsOf(document);
  const topics = document.tags.map((tag) => ({
    ...tag,
    id: `topic-${tag.name.toLowerCase().replaceAll(" ", "-")}`,
    calls: calls.filter(({ tags }) => tags.includes(tag.name)),
  }));
  const placed = placedSchemas(document, calls);
  const content = markup`<h1>API reference</h1>
<nav aria-label="Contents"><ul>
${[SIGNING_IN, ...topics, ...END].map(({ id, name }) => markup`<li><a href="#${id}">${name}</a></li>\n`)}</ul></nav>
<div>
${prose(document.info.description)}<p>Version ${document.info.version}. For programs, the same is an OpenAPI 3.1 document: <a href="/openapi.json">openapi.json</a>.
The source has a guide, <code>docs/api.md</code>, and a client for TypeScript, <code>clients/typescript</code>.</p>
${signingIn(document)}${topics.map((topic) => topicPart(topic, { document, placed }))}${shapesPart(document, placed)}${failuresPart(document, calls)}${headersPart(document)}</div>`;
  return publicPage({ owner, language: "en", title: "API reference", content, stylesheet: API_STYLES });
}

/** The styles of all public pages, of this page, and the provider's colors. */
export function apiStyles({ provided }: PageOwner): string {
  const own = readFileSync(join(packageFolder, "server/pages/api-page.css"), "utf8");
  return [publicStyles(), own, provided.theme].join("\n");
}

const SIGNING_IN = { id: "signing-in", name: "Signing in" };
/** The parts after the calls. */
const END = [
  { id: "shapes", name: "Shared shapes" },
  { id: "failures", name: "Failures" },
  { id: "headers", name: "Headers" },
];

/** Schemas that only one call uses, as its body or answer; they are shown with that call. */
function placedSchemas(document: ApiDocument, calls: Call[]): Set<string> {
  const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g);
  const counts = Map.groupBy(
    [...references].map(([, name = ""]) => name),
    (name) => name,
  );
  const bodies = calls.flatMap((call) =>
    [call.requestBody, ...answersOf(call).map(([, answer]) => answer)].flatMap((part) =>
      Object.values(part?.content ?? {}).map(({ schema = {} }) => schema),
    ),
  );
  return new Set(bodies.flatMap(namesIn).filter((name) => counts.get(name)?.length === 1));
}

function signingIn({ components }: ApiDocument): Markup {
  const ways = Object.entries(components.securitySchemes).map(
    ([scheme, { description }]) =>
      markup`<section id="auth-${scheme}">\n<h3>${SIGN_IN_LABELS[scheme] ?? scheme}</h3>\n${prose(description)}</section>\n`,
  );
  return markup`<section id="${SIGNING_IN.id}">\n<h2>${SIGNING_IN.name}</h2>\n${ways}</section>\n`;
}

type Topic = { id: string; name: string; description: string; calls: Call[] };

function topicPart({ id, name, description, calls }: Topic, context: Parameters<typeof callPart>[1]): Markup {
  const lines = calls.map(
    (call) =>
      markup`<li><a href="#${call.operationId}">${inline(call.summary)}</a> <code>${call.method} ${breakable(call.path, "/")}</code></li>\n`,
  );
  return markup`<section id="${id}">
<h2>${name}</h2>
${prose(description)}<ul class="calls">
${lines}</ul>
${calls.map((call) => callPart(call, context))}</section>
`;
}

function shapesPart({ components }: ApiDocument, placed: ReadonlySet<string>): Markup {
  const shapes = Object.entries(components.schemas).filter(([name]) => !placed.has(name));
  return markup`<section id="shapes">\n<h2>Shared shapes</h2>\n${shapes.map(([name, schema]) => namedShape(name, schema))}</section>\n`;
}

function failuresPart({ components }: ApiDocument, calls: Call[]): Markup {
  const all = calls
    .flatMap(failuresOf)
    .flatMap(([status, codes]) => codes.map((code) => [code, status] as const));
  const statuses = new Map(all);
  const rows = Object.entries(components.examples).map(
    ([code, { value }]) =>
      markup`<tr id="error-${code}"><th scope="row"><code>${breakable(code, "_")}</code> <i>${statuses.get(code)}</i></th><td>${value.message}</td></tr>\n`,
  );
  return markup`<section id="failures">
<h2>Failures</h2>
<table aria-label="Failures">
<thead><tr><th scope="col">Code</th><th scope="col">Message</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
</section>
`;
}

function headersPart({ components }: ApiDocument): Markup {
  const names = Object.entries(components.headers).map(
    ([name, { description, example }]) =>
      markup`<dt id="header-${name}">${name}</dt>\n<dd>${inline(description)}${example !== undefined && markup` Example: <code>${example}</code>`}</dd>\n`,
  );
  return markup`<section id="headers">\n<h2>Headers</h2>\n<dl>\n${names}</dl>\n</section>\n`;
}
