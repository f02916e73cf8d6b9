import { type Markup, markup } from "#contract/markup.ts";
import {
  type ApiDocument,
  type ApiResponse,
  answersOf,
  type Call,
  type Content,
  failuresOf,
  isReference,
  nameOf,
  type Parameter,
  type Schema,
} from "./document.ts";
import { breakable, code, inline, joined } from "./prose.ts";
import { limitsOf, namedShape, typeOf } from "./shapes.ts";

export type CallContext = {
  document: ApiDocument;
  /** The schemas that are shown with the one call that uses them. */
  placed: ReadonlySet<string>;
};

/** Everything about one call. */
export function callPart(call: Call, context: CallContext): Markup {
  const { operationId, method, path: address, summary, deprecated } = call;
  return markup`<article id="${operationId}">
<h3><a href="#${operationId}"><b class="method">${method}</b> ${breakable(address, "/")}</a></h3>
<p>${inline(summary)}.${deprecated === true && markup` <b class="flag">Deprecated</b>`}</p>
<p class="who">${whoMayCall(call)}</p>
${parametersOf(call, context)}${bodyOf(call, context)}${answersOf(call).map((answer) => answerPart(answer, context))}${failuresPart(call)}</article>
`;
}

function whoMayCall({ security }: Call): Markup[] {
  if (security.length === 0) return [markup`Anyone`];
  const ways = security.flatMap(Object.entries).map(([scheme, scopes]) => wayOf(scheme, scopes as string[]));
  return joined(ways.toReversed(), ", or ");
}

function wayOf(scheme: string, scopes: string[]): Markup {
  const named = markup`<a href="#auth-${scheme}">${SIGN_IN_LABELS[scheme] ?? scheme}</a>`;
  return scopes.length === 0 ? named : markup`${named} with ${joined(scopes.map(code), " and ")}`;
}

/** The names of the ways to sign in, for readers. */
export const SIGN_IN_LABELS: { [scheme: string]: string } = {
  clientSession: "Client session",
  apiToken: "API token",
  consoleCookie: "Console session",
  operatorToken: "Operator token",
};

function parametersOf({ parameters = [], operationId }: Call, { document }: CallContext): Markup | false {
  const found = parameters.map((each) =>
    isReference(each) ? document.components.parameters[nameOf(each)] : each,
  );
  const rows = found.filter((each) => each !== undefined).map(parameterRow);
  return (
    rows.length > 0 &&
    markup`<h4 id="${operationId}-parameters">Parameters</h4>
<table aria-labelledby="${operationId}-parameters">
<thead><tr><th scope="col">Name</th><th scope="col">Value</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
`
  );
}

function parameterRow({ name, in: place, required, schema, description = "" }: Parameter): Markup {
  const limits = limitsOf(schema);
  return markup`<tr><th scope="row"><code>${name}</code> <i>${place}</i>${required === true && markup` <b class="flag">required</b>`}</th><td><code>${typeOf(schema)}</code>${limits !== "" && markup` <i>${limits}</i>`}${description !== "" && markup`<br>${inline(description)}`}</td></tr>
`;
}

function bodyOf({ requestBody }: Call, context: CallContext): Markup | false {
  return requestBody !== undefined && markup`<h4>Body</h4>\n${contentPart(requestBody.content, context)}`;
}

function answerPart(
  [status, { description, content, headers = {} }]: [string, ApiResponse],
  context: CallContext,
): Markup {
  const names = Object.keys(headers).map(
    (name) => markup`<a href="#header-${nameOf(headers[name] ?? {})}">${name}</a>`,
  );
  return markup`<h4>Answer <code>${status}</code></h4>
<p>${description}.${names.length > 0 && markup` Headers: ${joined(names, ", ")}.`}</p>
${content !== undefined && contentPart(content, context)}`;
}

/** All content types of a body share one schema. */
function contentPart(content: Content, context: CallContext): Markup {
  const types = Object.keys(content);
  const { schema = {}, example } = Object.values(content)[0] ?? {};
  const isPlain = types.length === 1 && types[0] === "application/json";
  // its own block describes it completely
  const isPlaced = context.placed.has(nameOf(schema));
  return markup`${!isPlain && markup`<p>${joined(types.map(code), ", ")}</p>\n`}${!isPlaced && markup`<pre><code>${typeOf(schema)}</code></pre>\n`}${placedIn(schema, context)}${example !== undefined && exampleOf(example)}`;
}

function placedIn(schema: Schema, { document, placed }: CallContext): Markup[] {
  return namesIn(schema)
    .filter((name) => placed.has(name))
    .map((name) => namedShape(name, document.components.schemas[name] ?? {}));
}

/** The names of the schemas that a body or an answer consists of, such as that of `data`. */
export function namesIn({ $ref, items, properties }: Schema): string[] {
  if ($ref !== undefined) return [nameOf({ $ref })];
  if (items) return namesIn(items);
  return properties?.data ? namesIn(properties.data) : [];
}

function exampleOf(example: unknown): Markup {
  return markup`<details><summary>Example</summary><pre><code>${JSON.stringify(example, null, 2)}</code></pre></details>\n`;
}

function failuresPart(call: Call): Markup {
  const rows = failuresOf(call).map(
    ([status, codes]) =>
      markup`<li><b>${status}</b> ${joined(
        codes.map((each) => markup`<a href="#error-${each}">${breakable(each, "_")}</a>`),
        ", ",
      )}</li>\n`,
  );
  return markup`<details><summary>Failures</summary><ul class="failures">\n${rows}</ul></details>\n`;
}
