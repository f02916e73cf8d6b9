import { isIP } from "node:net";
import { bareHost } from "../outgoing/bare-host.ts";
import type { EgressPolicy } from "../outgoing/egress-policy.ts";

export type AddressProblem = "not-an-address" | "not-http" | "credentials" | "plain-http" | "address-refused";
export type ParsedAddress = { kind: "address"; url: URL } | { kind: "problem"; problem: AddressProblem };

/**
 * An address as stored and called. The URL standard normalizes every spelling of a host, so that `0x7f.1` is recognized
 * as 127.0.0.1. What a name resolves to is checked at each call (`server/outgoing/guarded-lookup.ts`).
 */
export function readAddress(text: string, reach: EgressPolicy): ParsedAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const problem = url ? problemOf(url, reach) : "not-an-address";
  if (!url || problem) return { kind: "problem", problem: problem ?? "not-an-address" };
  // the fragment is never sent
  url.hash = "";
  return { kind: "address", url };
}

function problemOf(url: URL, reach: EgressPolicy): AddressProblem | undefined {
  if (url.protocol !== "https:" && url.protocol !== "http:") return "not-http";
  // credentials would be readable in the list of webhooks, and the signature already proves who sends
  if (url.username || url.password) return "credentials";
  if (url.protocol === "http:" && !reach.allowsPlainHttp) return "plain-http";
  const literal = bareHost(url);
  return isIP(literal) !== 0 && !reach.allows(literal, url.protocol === "http:")
    ? "address-refused"
    : undefined;
}
