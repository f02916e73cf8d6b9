import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { endpoints } from "#contract/api/endpoints.ts";
import { takesWires } from "#contract/api/wires/takes.ts";
import { CatalogError } from "../http/errors.ts";
import { serve, withWire } from "../http/serve.ts";
import type { TakeName } from "../storage/takes/take-references.ts";
import { byteRange } from "../takes/byte-range.ts";
import type { Dependencies } from "./dependencies.ts";
import { takeNameOf } from "./take-params.ts";

const AUDIO_TYPE = "audio/mp4";
export function takeAudioRoute(app: FastifyInstance, dependencies: Dependencies): void {
  serve(app, withWire(endpoints.takeAudio, takesWires.takeAudio), (request, reply) =>
    sendSound(dependencies, takeNameOf(request), reply),
  );
}

/** Answers with a recording's stored audio, or the requested range of it. */
export async function sendSound(
  { storage, audio }: Pick<Dependencies, "storage" | "audio">,
  name: TakeName,
  reply: FastifyReply,
): Promise<Readable> {
  const size = (await storage.takes.find(name)) && (await audio.size(name));
  if (size === undefined) throw new CatalogError("NOT_FOUND");
  // a stored copy never changes, so id and size identify it
  const etag = `"${name.takeId}-${size}"`;
  const range = byteRange(rangeHeader(reply.request, etag), size);
  if (range === "unsatisfiable") {
    throw new CatalogError("RANGE_NOT_SATISFIABLE", {}, { "content-range": `bytes */${size}` });
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

/** Ranges apply to GET only, and not if the client holds parts of another version (RFC 9110 §13.1.5). */
function rangeHeader({ method, headers }: FastifyRequest, etag: string): string | undefined {
  const condition = headers["if-range"];
  const isCurrent = condition === undefined || condition === etag;
  return method === "GET" && isCurrent ? headers.range : undefined;
}
