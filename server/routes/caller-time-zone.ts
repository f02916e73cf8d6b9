import type { FastifyRequest } from "fastify";
import { isTimeZone } from "#contract/time-zone.ts";

/** The time zone that the browser sends, as an IANA name; undefined if it is missing or unknown to this machine. */
export function callerTimeZone({ headers }: FastifyRequest): string | undefined {
  const name = headers["x-time-zone"];
  return typeof name === "string" && isTimeZone(name) ? name : undefined;
}
