import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { type FileFormat, mediaTypes } from "#contract/manage/endpoints/briefs.ts";

export function sendFile(
  reply: FastifyReply,
  name: string,
  content: Readable | Buffer | string,
): FastifyReply {
  const format = name.slice(name.lastIndexOf(".") + 1) as FileFormat;
  reply.header("content-disposition", `attachment; filename="${name}"`);
  return reply.type(mediaTypes[format]).send(content);
}

/** Reads the first piece before answering, so that a database failure becomes an error and not an empty file. */
export async function streamOf(pieces: AsyncGenerator<string>): Promise<Readable> {
  const first = await pieces.next();
  return Readable.from(
    (async function* () {
      if (!first.done) yield first.value;
      yield* pieces;
    })(),
  );
}
