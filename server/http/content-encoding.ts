import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import Negotiator from "negotiator";

/** The encoding with the smaller result comes first. */
const ENCODINGS = ["br", "gzip"] as const;
export type Encoding = (typeof ENCODINGS)[number] | "identity";

/** A shorter text fits into one packet anyway. */
const LEAST_CHARACTERS = 1_000;
/** Of 11 levels: level 4 takes some tenths of a millisecond for a record, and level 11 about ten milliseconds. */
const QUALITY = 4;

const brotli = promisify(brotliCompress);
export const compress = {
  br: (text: string) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
  gzip: promisify<string, Buffer>(gzip),
};

/** Our preferred encoding among those that the caller accepts; the caller's weights are ignored. */
export function preferredEncoding({ headers }: FastifyRequest): Encoding {
  const accepted = new Negotiator({ headers }).encodings(ENCODINGS);
  return ENCODINGS.find((encoding) => accepted.includes(encoding)) ?? "identity";
}

/**
 * For routes whose answers a person on a slow network waits for. Not for all: next to text that an attacker chose, the
 * compressed length of a secret leaks it (BREACH). A record holds no text by outsiders.
 */
export async function compressAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (typeof payload !== "string" || payload.length < LEAST_CHARACTERS) return payload;
  reply.header("vary", "accept-encoding");
  const encoding = preferredEncoding(request);
  if (encoding === "identity") return payload;
  const compressed = await compress[encoding](payload);
  reply.header("content-encoding", encoding).header("content-length", compressed.length);
  return compressed;
}
