import { hash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Adds an ETag made from the content, and answers 304 without a body to a caller who has this version. */
export async function tagAnswer(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof payload !== "string") return payload;
  const tag = `W/"${hash("sha256", payload, "base64url").slice(0, 22)}"`;
  reply.header("etag", tag);
  if (!isNamed(tag, headers["if-none-match"])) return payload;
  reply.code(304).removeHeader("content-type").removeHeader("content-length");
  return "";
}

/** Compares tags weakly (RFC 9110 §8.8.3.2). */
function isNamed(tag: string, condition = ""): boolean {
  const opaque = (each: string) => each.trim().replace(/^W\//, "");
  const named = condition.split(",").map(opaque);
  return named.includes("*") || named.includes(opaque(tag));
}
