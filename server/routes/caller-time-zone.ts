import type { FastifyRequest } from "fastify";
import { isTimeZone } from "#contract/time-zone.ts";

/** Where the caller's browser is, as an IANA name; undefined where it says nothing, or a zone that this machine does not know. */
export function callerTimeZone({ headers }: FastifyRequest): string | undefined {
  const name = headers["x-time-zone"];
  return typeof name === "string" && isTimeZone(name) ? name : undefined;
}
