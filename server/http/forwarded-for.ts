import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/**
 * Brings what proxies say of whom they speak for into plain addresses. Some write the port of the connection beside it,
 * which would make each connection another caller. An entry that is no address ends the list: a proxy of ours wrote it or
 * what stands right of it, and whatever stands left of it may be the caller's own invention.
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

/** Without quotation marks, brackets, port and zone. */
function bareAddress(entry: string): string {
  const text = /^"(.*)"$/.exec(entry)?.[1] ?? entry;
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(text) ?? [];
  return (bracketed ?? dotted ?? text).replace(/^([\da-f:]+)%[\w.-]+$/i, "$1");
}
