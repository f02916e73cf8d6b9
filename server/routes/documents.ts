import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { endpoints } from "#contract/api/endpoints.ts";
import { openWires } from "#contract/api/wires/open.ts";
import { apiDocument } from "../api-document/api-document.ts";
import { compress, preferredEncoding } from "../http/content-encoding.ts";
import { serve, withWire } from "../http/serve.ts";
import type { Definition } from "../interviews/definition.ts";
import { version } from "../runtime/package.ts";
import type { Dependencies } from "./dependencies.ts";

/** A definition that is named by its hash never changes; without the hash it is asked for anew each time. */
const IMMUTABLE = "public, max-age=31536000, immutable";
const REVALIDATE = "no-cache";

/** What anybody may ask for as often as they like: each document is made and compressed once, when it is first asked for. */
export function documentRoutes(app: FastifyInstance, { book }: Dependencies): void {
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

  // by when it is asked for, every route is there
  const description = onceMade(() => {
    const text = JSON.stringify(
      apiDocument(app.routeTable, { version, interview: book.current().asked.interview }),
    );
    return { text, tag: hash("sha256", text) };
  });
  serve(app, withWire(endpoints.openapi, openWires.openapi), async (request, reply) => {
    reply.header("cache-control", REVALIDATE);
    return send(request, reply, await description());
  });
}

type Made = Awaited<ReturnType<ReturnType<typeof onceMade>>>;

function interviewDocument({ interview, hash: tag }: Definition) {
  return onceMade(() => ({ text: JSON.stringify({ data: { interview, hash: tag } }), tag }));
}

/** A document in each of its encodings. */
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

function send(request: FastifyRequest, reply: FastifyReply, document: Made | undefined): FastifyReply {
  if (!document) throw new Error("There is no such document");
  const { etag, ...forms } = document;
  reply.header("etag", etag).header("vary", "accept-encoding");
  // a gateway that compresses makes the tag a weak one
  if (request.headers["if-none-match"]?.replace(/^W\//, "") === etag) return reply.code(304).send();
  const encoding = preferredEncoding(request);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.type("application/json; charset=utf-8").send(forms[encoding]);
}
