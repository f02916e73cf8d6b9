import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import Negotiator from "negotiator";

/** The smaller result first. */
const ENCODINGS = ["br", "gzip"] as const;
export type Encoding = (typeof ENCODINGS)[number] | "identity";

/** What is shorter fits into the packet that carries it anyway. */
const LEAST_CHARACTERS = 1_000;
/** Of eleven: a record takes some tenths of a millisecond, and the best would take some ten. */
const QUALITY = 4;

const brotli = promisify(brotliCompress);
export const compress = {
  br: (text: string) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
  gzip: promisify<string, Buffer>(gzip),
};

/** The best that the caller takes at all, whatever it would rather have. */
export function preferredEncoding({ headers }: FastifyRequest): Encoding {
  const accepted = new Negotiator({ headers }).encodings(ENCODINGS);
  return ENCODINGS.find((encoding) => accepted.includes(encoding)) ?? "identity";
}

/**
 * For the routes whose answers somebody waits for on a slow network. Not for all: beside what a stranger has chosen, the
 * length of a compressed secret would tell of it, and a record has nothing of a stranger's.
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
