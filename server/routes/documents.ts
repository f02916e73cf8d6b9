import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import * as z from "zod";
import { interviewCallSchema, successSchema } from "#contract/api/calls.ts";
import { endpoints } from "#contract/api/endpoints.ts";
import { languages } from "#contract/languages.ts";
import { compressAnswer } from "../http/content-encoding.ts";
import { routeOf } from "../http/route.ts";
import type { Dependencies } from "./dependencies.ts";

/** A definition that is named by its hash never changes; without the hash it is asked for anew each time. */
const IMMUTABLE = "public, max-age=31536000, immutable";
const REVALIDATE = "no-cache";

export function documentRoutes(app: FastifyInstance, { asked, interviews }: Dependencies): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const named = new Map([...interviews.values()].map((interview) => [interview.hash, interview]));

  routes.route({
    ...routeOf(endpoints.interview),
    onSend: compressAnswer,
    schema: {
      summary: endpoints.interview.summary,
      querystring: z.object({
        hash: z.string().max(100).optional(),
        language: z.enum(languages).optional(),
      }),
      response: { 200: successSchema(interviewCallSchema), 304: z.undefined() },
    },
    async handler(request, reply) {
      const { hash = "", language } = request.query;
      const found = named.get(hash) ?? (language && interviews.get(language)) ?? asked;
      const etag = `"${found.hash}"`;
      reply.header("cache-control", hash === found.hash ? IMMUTABLE : REVALIDATE).header("etag", etag);
      // a gateway that compresses makes the tag a weak one
      if (request.headers["if-none-match"]?.replace(/^W\//, "") === etag) return reply.code(304).send();
      const { interview } = found;
      return { data: { interview, hash: found.hash } };
    },
  });

  routes.route({
    ...routeOf(endpoints.openapi),
    schema: { hide: true },
    // made from the same schemas that validate
    handler: async (_request, reply) => reply.type("application/json").send(JSON.stringify(app.swagger())),
  });
}
