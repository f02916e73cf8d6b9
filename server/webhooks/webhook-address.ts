import { isIP } from "node:net";
import { bareHost } from "../outgoing/bare-host.ts";
import type { Reach } from "../outgoing/egress-policy.ts";

export type AddressProblem = "not-an-address" | "not-http" | "credentials" | "plain-http" | "address-refused";
export type ReadAddress = { kind: "address"; url: URL } | { kind: "problem"; problem: AddressProblem };

/**
 * An address as it is stored and called: the URL standard brings every spelling of a host into one form, so that
 * `0x7f.1` is seen as the 127.0.0.1 that it is. What a name leads to is seen when it is called (`server/outgoing/guarded-lookup.ts`).
 */
export function readAddress(text: string, reach: Reach): ReadAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const problem = url ? problemOf(url, reach) : "not-an-address";
  if (!url || problem) return { kind: "problem", problem: problem ?? "not-an-address" };
  // never sent
  url.hash = "";
  return { kind: "address", url };
}

function problemOf(url: URL, reach: Reach): AddressProblem | undefined {
  if (url.protocol !== "https:" && url.protocol !== "http:") return "not-http";
  // they would stand in the list of webhooks for everybody to read, and the signature is there to tell who sends
  if (url.username || url.password) return "credentials";
  if (url.protocol === "http:" && !reach.allowsPlainHttp) return "plain-http";
  const literal = bareHost(url);
  return isIP(literal) !== 0 && !reach.allows(literal, url.protocol === "http:")
    ? "address-refused"
    : undefined;
}
