import { once } from "node:events";
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { bareHost } from "./bare-host.ts";
import type { Reach } from "./egress-policy.ts";
import { AddressRefused, guardedLookup, type Lookup } from "./guarded-lookup.ts";

/** One request. It states the length of its body, so that the body is sent whole or not at all. */
export type Question = {
  url: URL;
  method: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Uint8Array | { stream: Readable; length: number };
};

export type Asking = {
  reach: Reach;
  lookup: Lookup;
  /** Ends it early, whatever it is at. */
  signal: AbortSignal;
  /** So much of an answer's body is read. */
  maxBytes: number;
};

export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body; undefined where it is longer than it may be, and then no more is read. */
  read(): Promise<Buffer | undefined>;
  /** Ends the connection of an answer whose body is of no use. One that is neither read nor left stays open. */
  leave(): void;
};

export type Ask = (question: Question, asking: Asking) => Promise<Answer>;

/** Of an answer's head. */
const HEADERS_MAX_BYTES = 16 * 1024;

/**
 * Every HTTP request that this server makes: over a separate connection, by no proxy, to where it may lead and nowhere
 * else. A redirect is an answer like any other, and nothing is unpacked. Rejects with AddressRefused, with the reason of
 * the signal, or with the fault of the connection.
 */
export async function ask(question: Question, asking: Asking): Promise<Answer> {
  const { signal, maxBytes } = asking;
  try {
    const answer = await send(question, asking);
    return {
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      read: () =>
        readToLimit(answer, maxBytes).catch((error: unknown) => Promise.reject(reasonOf(error, signal))),
      leave: () => void answer.destroy(),
    };
  } catch (error) {
    throw reasonOf(error, signal);
  }
}

async function send(
  { url, method, headers, body }: Question,
  { reach, lookup, signal }: Asking,
): Promise<IncomingMessage> {
  const isPlain = url.protocol === "http:";
  const allows = (address: string) => reach.allows(address, isPlain);
  refuseUnlessHttp(url, reach, allows);
  signal.throwIfAborted();
  // an import would load the browser's own WebSocket, too, at each start: a tenth of what a command takes
  const { request } = process.getBuiltinModule(isPlain ? "node:http" : "node:https");
  const sent = request(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { "content-length": lengthOf(body) }) },
    agent: false,
    maxHeaderSize: HEADERS_MAX_BYTES,
    lookup: guardedLookup(lookup, allows),
    signal,
  });
  // one that comes after the answer has begun changes nothing any more
  sent.on("error", () => undefined);
  if (body === undefined || typeof body === "string" || body instanceof Uint8Array) sent.end(body);
  // what goes wrong with it ends the request, which tells
  else void pipeline(body.stream, sent).catch(() => undefined);
  const [answer] = (await once(sent, "response", { signal })) as [IncomingMessage];
  return answer;
}

/** A literal address is never looked up, so it is checked here. */
function refuseUnlessHttp(
  { protocol, hostname }: URL,
  { allowsPlainHttp }: Reach,
  allows: (address: string) => boolean,
): void {
  const isSpoken = protocol === "https:" || (protocol === "http:" && allowsPlainHttp);
  const literal = bareHost({ hostname });
  if (isSpoken && (isIP(literal) === 0 || allows(literal))) return;
  throw new AddressRefused("The address is not one that is allowed");
}

function lengthOf(body: NonNullable<Question["body"]>): number {
  return typeof body === "string" ? Buffer.byteLength(body) : body.length;
}

async function readToLimit(answer: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Node's AbortError does not tell a time limit from a server that stops. */
function reasonOf(error: unknown, { aborted, reason }: AbortSignal): unknown {
  return aborted ? reason : error;
}
