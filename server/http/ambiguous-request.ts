import type { IncomingMessage } from "node:http";

/**
 * Headers that may appear once only: if a proxy used the first copy and this server the last, a caller could act as
 * another.
 */
const SINGLE = ["host", "authorization", "content-type", "content-encoding", "transfer-encoding"];
const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

/**
 * Whether a proxy and this server could read a request differently, beyond what Node's parser rejects (RFC 9112 §3.2,
 * §6.1).
 */
export function isAmbiguous({ httpVersion, headers, rawHeaders, url }: IncomingMessage): boolean {
  const { host, "transfer-encoding": coding } = headers;
  // HTTP/0.9 has neither headers nor a status
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return true;
  if (host === undefined ? httpVersion === "1.1" : !HOST.test(host)) return true;
  // the host in an absolute address overrides the header (RFC 9112 §3.2.2); a router that reads only the header is
  // misled
  if (url && !url.startsWith("/") && url !== "*" && !namesHost(url, host)) return true;
  if (coding !== undefined && coding.toLowerCase() !== "chunked") return true;
  const names = rawHeaders.filter((_, place) => place % 2 === 0).map((name) => name.toLowerCase());
  return SINGLE.some((name) => names.indexOf(name) !== names.lastIndexOf(name));
}

function namesHost(address: string, host: string | undefined): boolean {
  return URL.canParse(address) && new URL(address).host === host?.toLowerCase();
}
