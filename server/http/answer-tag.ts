import { hash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Tags an answer by its content, and sends none of it to a caller who has it. */
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

/** As RFC 9110 compares: whether a tag is a weak one does not matter. */
function isNamed(tag: string, condition = ""): boolean {
  const opaque = (each: string) => each.trim().replace(/^W\//, "");
  const named = condition.split(",").map(opaque);
  return named.includes("*") || named.includes(opaque(tag));
}
