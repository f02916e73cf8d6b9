import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/**
 * Brings what proxies say of whom they speak for into plain addresses. Some write the port of the connection beside it,
 * which would make each connection another caller; and what a caller put in front may be no address at all.
 */
export function tidyForwardedFor({ headers }: Pick<IncomingMessage, "headers">): void {
  const told = headers["x-forwarded-for"];
  if (told === undefined) return;
  const addresses = [told].flat().join(",").split(",").map(bareAddress).filter(isAddress);
  if (addresses.length > 0) headers["x-forwarded-for"] = addresses.join(", ");
  else delete headers["x-forwarded-for"];
}

function bareAddress(text: string): string {
  const [, bracketed, dotted] = /^\s*(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)\s*$/.exec(text) ?? [];
  return bracketed ?? dotted ?? text.trim();
}

function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes("%");
}
