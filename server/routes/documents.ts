import type { FastifyInstance } from "fastify";
import { endpoints } from "#contract/api/endpoints.ts";
import { openWires } from "#contract/api/wires/open.ts";
import { apiDocument } from "../api-document/api-document.ts";
import { compressAnswer } from "../http/content-encoding.ts";
import { serve, withWire } from "../http/serve.ts";
import { version } from "../runtime/package.ts";
import type { Dependencies } from "./dependencies.ts";

/** A definition that is named by its hash never changes; without the hash it is asked for anew each time. */
const IMMUTABLE = "public, max-age=31536000, immutable";
const REVALIDATE = "no-cache";

export function documentRoutes(app: FastifyInstance, { asked, interviews }: Dependencies): void {
  const named = new Map([...interviews.values()].map((interview) => [interview.hash, interview]));

  serve(
    app,
    withWire(endpoints.interview, openWires.interview),
    async (request, reply) => {
      const { hash = "", language } = request.query;
      const found = named.get(hash) ?? (language && interviews.get(language)) ?? asked;
      const etag = `"${found.hash}"`;
      reply.header("cache-control", hash === found.hash ? IMMUTABLE : REVALIDATE).header("etag", etag);
      // a gateway that compresses makes the tag a weak one
      if (request.headers["if-none-match"]?.replace(/^W\//, "") === etag) return reply.code(304).send();
      const { interview } = found;
      return { interview, hash: found.hash };
    },
    { onSend: compressAnswer },
  );

  // made when it is first asked for, by when every route is there
  let document: string | undefined;
  serve(
    app,
    withWire(endpoints.openapi, openWires.openapi),
    async (_request, reply) => {
      document ??= JSON.stringify(apiDocument(app.routeTable, { version, interview: asked.interview }));
      return reply.type("application/json; charset=utf-8").send(document);
    },
    { onSend: compressAnswer },
  );
}
