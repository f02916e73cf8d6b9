import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/**
 * Reduces X-Forwarded-For to plain addresses. Some proxies add the connection's port, which would make each connection
 * a different caller. The list is cut after the last entry that is not an address: a trusted proxy wrote what follows,
 * and what precedes may be the caller's invention.
 */
export function tidyForwardedFor({ headers }: Pick<IncomingMessage, "headers">): void {
  const header = headers["x-forwarded-for"];
  if (header === undefined) return;
  const entries = [header]
    .flat()
    .join(",")
    .split(",")
    .map((entry) => entry.trim());
  const given = entries.filter((entry) => entry !== "").map(bareAddress);
  const readable = given.slice(given.findLastIndex((address) => isIP(address) === 0) + 1);
  if (readable.length > 0) headers["x-forwarded-for"] = readable.join(", ");
  else delete headers["x-forwarded-for"];
}

/** Removes quotation marks, brackets, port and zone. */
function bareAddress(entry: string): string {
  const text = /^"(.*)"$/.exec(entry)?.[1] ?? entry;
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(text) ?? [];
  return (bracketed ?? dotted ?? text).replace(/^([\da-f:]+)%[\w.-]+$/i, "$1");
}
