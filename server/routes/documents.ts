import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { endpoints } from "#contract/api/endpoints.ts";
import { openWires } from "#contract/api/wires/open.ts";
import { apiDocument } from "../api-document/api-document.ts";
import { compress, preferredEncoding } from "../http/content-encoding.ts";
import { serve, withWire } from "../http/serve.ts";
import type { Definition } from "../interviews/definition.ts";
import { API_STYLES, apiPage, apiStyles } from "../pages/api-page/api-page.ts";
import type { ApiDocument } from "../pages/api-page/document.ts";
import { PLAIN_POLICY } from "../pages/public-page.ts";
import { version } from "../runtime/package.ts";
import type { Dependencies } from "./dependencies.ts";

/** A definition addressed by its hash never changes; without the hash, caches have to revalidate it each time. */
const IMMUTABLE = "public, max-age=31536000, immutable";
const REVALIDATE = "no-cache";
const PUBLIC = { config: { caller: "nobody" as const } };

/** Serves public documents without a rate limit: each one is built and compressed once, on first request. */
export function documentRoutes(app: FastifyInstance, { book, config }: Dependencies): void {
  const made = new WeakMap<Definition, ReturnType<typeof interviewDocument>>();

  serve(app, withWire(endpoints.interview, openWires.interview), async (request, reply) => {
    const { hash: wanted = "", language } = request.query;
    const { definitions, asked } = book.current();
    const named = wanted === "" ? undefined : await book.definition(wanted);
    const found = named ?? (language && definitions.get(language)) ?? asked;
    reply.header("cache-control", wanted === found.hash ? IMMUTABLE : REVALIDATE);
    const document = made.get(found) ?? interviewDocument(found);
    made.set(found, document);
    return send(request, reply, await document());
  });

  // built on first request, when all routes are registered
  const describe = () => apiDocument(app.routeTable, { version, interview: book.current().asked.interview });
  const description = onceMade(() => tagged(JSON.stringify(describe())));
  serve(app, withWire(endpoints.openapi, openWires.openapi), async (request, reply) => {
    reply.header("cache-control", REVALIDATE);
    return send(request, reply, await description());
  });

  // administrators can change the name and the colors in the console
  const page = whileSame(
    () => config.providerName,
    () => tagged(apiPage(describe() as ApiDocument, config).html),
  );
  const styles = whileSame(
    () => config.provided.theme,
    () => tagged(apiStyles(config)),
  );
  app.get("/api", PUBLIC, async (request, reply) => {
    reply.header("cache-control", REVALIDATE).header("content-security-policy", PLAIN_POLICY);
    return send(request, reply, await page(), "text/html; charset=utf-8");
  });
  app.get(API_STYLES, PUBLIC, async (request, reply) => {
    reply.header("cache-control", REVALIDATE);
    return send(request, reply, await styles(), "text/css; charset=utf-8");
  });
}

function tagged(text: string) {
  return { text, tag: hash("sha256", text) };
}

type Made = Awaited<ReturnType<ReturnType<typeof onceMade>>>;

function interviewDocument({ interview, hash: tag }: Definition) {
  return onceMade(() => ({ text: JSON.stringify({ data: { interview, hash: tag } }), tag }));
}

/** Builds and compresses a document once, on first use. */
function onceMade(make: () => { text: string; tag: string }) {
  const compressed = async () => {
    const { text, tag } = make();
    const [br, gzip] = await Promise.all([compress.br(text), compress.gzip(text)]);
    return { etag: `"${tag}"`, identity: Buffer.from(text), br, gzip };
  };
  let making: ReturnType<typeof compressed> | undefined;
  return () => {
    making ??= compressed();
    return making;
  };
}

/** Rebuilds a document when the value it depends on has changed. */
function whileSame(dependsOn: () => string, make: () => { text: string; tag: string }) {
  let last: { of: string; document: ReturnType<typeof onceMade> } | undefined;
  return () => {
    const of = dependsOn();
    if (last?.of !== of) last = { of, document: onceMade(make) };
    return last.document();
  };
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  document: Made | undefined,
  type = "application/json; charset=utf-8",
): FastifyReply {
  if (!document) throw new Error("There is no such document");
  const { etag, ...forms } = document;
  reply.header("etag", etag).header("vary", "accept-encoding");
  // a gateway that compresses turns the ETag into a weak one
  if (request.headers["if-none-match"]?.replace(/^W\//, "") === etag) return reply.code(304).send();
  const encoding = preferredEncoding(request);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.type(type).send(forms[encoding]);
}
