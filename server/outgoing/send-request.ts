import { once } from "node:events";
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { bareHost } from "./bare-host.ts";
import type { EgressPolicy } from "./egress-policy.ts";
import { AddressRefused, guardedLookup, type Lookup } from "./guarded-lookup.ts";

/** One request. The length of its body is stated, so that the body is sent completely or not at all. */
export type OutgoingRequest = {
  url: URL;
  method: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Uint8Array | { stream: Readable; length: number };
};

export type OutgoingRequestOptions = {
  reach: EgressPolicy;
  lookup: Lookup;
  /** Aborts the request at any stage. */
  signal: AbortSignal;
  /** The most bytes of an answer's body to read. */
  maxBytes: number;
};

export type OutgoingResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body; undefined if it exceeds the limit, in which case reading stops. */
  read(): Promise<Buffer | undefined>;
  /** Closes the connection of an answer whose body is not needed. An answer neither read nor left keeps it open. */
  leave(): void;
};

export type SendRequest = (
  request: OutgoingRequest,
  options: OutgoingRequestOptions,
) => Promise<OutgoingResponse>;

/** For the headers of an answer. */
const HEADERS_MAX_BYTES = 16 * 1024;

/**
 * Every HTTP request that this server makes: over a separate connection, without a proxy, and only to permitted
 * addresses. Does not follow redirects or decompress bodies. Rejects with AddressRefused, the signal's reason, or the
 * connection's error.
 */
export async function sendRequest(
  request: OutgoingRequest,
  options: OutgoingRequestOptions,
): Promise<OutgoingResponse> {
  const { signal, maxBytes } = options;
  try {
    const response = await send(request, options);
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      read: () =>
        readToLimit(response, maxBytes).catch((error: unknown) => Promise.reject(reasonOf(error, signal))),
      leave: () => void response.destroy(),
    };
  } catch (error) {
    throw reasonOf(error, signal);
  }
}

async function send(
  { url, method, headers, body }: OutgoingRequest,
  { reach, lookup, signal }: OutgoingRequestOptions,
): Promise<IncomingMessage> {
  const isPlain = url.protocol === "http:";
  const allows = (address: string) => reach.allows(address, isPlain);
  refuseUnlessHttp(url, reach, allows);
  signal.throwIfAborted();
  // an import would also load Node's WebSocket at each start, a tenth of a command's time
  const { request } = process.getBuiltinModule(isPlain ? "node:http" : "node:https");
  const sent = request(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { "content-length": lengthOf(body) }) },
    agent: false,
    maxHeaderSize: HEADERS_MAX_BYTES,
    lookup: guardedLookup(lookup, allows),
    signal,
  });
  // an error after the answer has begun is irrelevant here
  sent.on("error", () => undefined);
  if (body === undefined || typeof body === "string" || body instanceof Uint8Array) sent.end(body);
  // an error in the stream ends the request, which then rejects
  else void pipeline(body.stream, sent).catch(() => undefined);
  const [response] = (await once(sent, "response", { signal })) as [IncomingMessage];
  return response;
}

/** Node does not look up literal addresses, so they are checked here. */
function refuseUnlessHttp(
  { protocol, hostname }: URL,
  { allowsPlainHttp }: EgressPolicy,
  allows: (address: string) => boolean,
): void {
  const isSpoken = protocol === "https:" || (protocol === "http:" && allowsPlainHttp);
  const literal = bareHost({ hostname });
  if (isSpoken && (isIP(literal) === 0 || allows(literal))) return;
  throw new AddressRefused("The address is not one that is allowed");
}

function lengthOf(body: NonNullable<OutgoingRequest["body"]>): number {
  return typeof body === "string" ? Buffer.byteLength(body) : body.length;
}

async function readToLimit(response: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Node's AbortError alone does not distinguish a timeout from a stopping server. */
function reasonOf(error: unknown, { aborted, reason }: AbortSignal): unknown {
  return aborted ? reason : error;
}
