import type { IncomingMessage } from "node:http";

/** A request has one of each: where a proxy believed the first and this server the last, it could speak for somebody else. */
const SINGLE = ["host", "authorization", "content-type", "content-encoding", "transfer-encoding"];
const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

/** Whether two readers could understand a request differently, beyond what Node's parser refuses (RFC 9112 §3.2, §6.1). */
export function isAmbiguous({ httpVersion, headers, rawHeaders, url }: IncomingMessage): boolean {
  const { host, "transfer-encoding": coding } = headers;
  // 0.9 has neither headers nor a status
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return true;
  if (host === undefined ? httpVersion === "1.1" : !HOST.test(host)) return true;
  // of two hosts the one in the address counts (RFC 9112 §3.2.2), and a router that looks at the other is led astray
  if (url && !url.startsWith("/") && url !== "*" && !namesHost(url, host)) return true;
  if (coding !== undefined && coding.toLowerCase() !== "chunked") return true;
  const names = rawHeaders.filter((_, place) => place % 2 === 0).map((name) => name.toLowerCase());
  return SINGLE.some((name) => names.indexOf(name) !== names.lastIndexOf(name));
}

function namesHost(address: string, host: string | undefined): boolean {
  return URL.canParse(address) && new URL(address).host === host?.toLowerCase();
}
