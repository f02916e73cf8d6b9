import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import * as z from "zod";
import { endpoints } from "#contract/api/endpoints.ts";
import { CatalogueError } from "../http/errors.ts";
import { routeOf } from "../http/route.ts";
import type { TakeName } from "../storage/takes/take-references.ts";
import { byteRange } from "../takes/byte-range.ts";
import type { Dependencies } from "./dependencies.ts";
import { takeNameOf, takeParamsSchema } from "./take-params.ts";

const AUDIO_TYPE = "audio/mp4";
const soundSchema = z.custom<Readable>().meta({ type: "string", format: "binary" });
const sound = { content: { [AUDIO_TYPE]: { schema: soundSchema } } };

/** What every route that answers with a take's sound declares. */
export const soundSchemas = {
  headers: z.object({ range: z.string().optional(), "if-range": z.string().optional() }),
  response: { 200: sound, 206: sound },
};

export function takeAudioRoute(app: FastifyInstance, dependencies: Dependencies): void {
  app.withTypeProvider<ZodTypeProvider>().route({
    ...routeOf(endpoints.takeAudio),
    schema: { summary: endpoints.takeAudio.summary, params: takeParamsSchema, ...soundSchemas },
    handler: (request, reply) => sendSound(dependencies, takeNameOf(request), reply),
  });
}

/** What to answer with: a take's stored copy, or the part of it that is asked for. */
export async function sendSound(
  { storage, audio }: Pick<Dependencies, "storage" | "audio">,
  name: TakeName,
  reply: FastifyReply,
): Promise<Readable> {
  const size = (await storage.takes.find(name)) && (await audio.size(name));
  if (size === undefined) throw new CatalogueError("NOT_FOUND");
  // a copy is made once
  const etag = `"${name.takeId}-${size}"`;
  const range = byteRange(rangeHeader(reply.request, etag), size);
  if (range === "unsatisfiable") {
    throw new CatalogueError("RANGE_NOT_SATISFIABLE", {}, { "content-range": `bytes */${size}` });
  }
  const { first, last } = range === "whole" ? { first: 0, last: size - 1 } : range;
  if (range !== "whole") reply.code(206).header("content-range", `bytes ${first}-${last}/${size}`);
  reply.headers({
    etag,
    "accept-ranges": "bytes",
    "content-disposition": "inline",
    "content-type": AUDIO_TYPE,
    "content-length": last - first + 1,
  });
  return Readable.from(audio.read(name, { first, last }), { objectMode: false });
}

/** Of a GET only, and not where the client holds parts of something else (RFC 9110 §13.1.5). */
function rangeHeader({ method, headers }: FastifyRequest, etag: string): string | undefined {
  const condition = headers["if-range"];
  const isCurrent = condition === undefined || condition === etag;
  return method === "GET" && isCurrent ? headers.range : undefined;
}
