import type { Endpoint } from "#contract/api/endpoint.ts";

/** The headers of answers, for the document's components. */
export const headerComponents = {
  RetryAfter: {
    description: "So many seconds to wait before the next try.",
    schema: { type: "integer", minimum: 0 },
  },
  RateLimit: {
    description: "How many requests are left (`r`), and for how many seconds (`t`).",
    schema: { type: "string" },
    example: '"session";r=599;t=60',
  },
  RateLimitPolicy: {
    description: "How many requests (`q`) there may be in so many seconds (`w`).",
    schema: { type: "string" },
    example: '"session";q=600;w=60',
  },
  ETag: {
    description: "The revision that there is now, for `If-Match`.",
    schema: { type: "string" },
    example: '"4"',
  },
  Interview: {
    description:
      "The hash of what the client is asked now, in each language of the interview; `GET /v1/interview` has it under that.",
    schema: { type: "string" },
    example: "en:Pk9BJk5r2m0bV1rWcQ8x3A es:u3YtF0d6nS7wQm2aLh4o1Q",
  },
  AnswerTag: {
    description: "Names this answer, for `If-None-Match`.",
    schema: { type: "string" },
    example: 'W/"zQwlnBGYBcmqQ3oWlPpH8g"',
  },
  IdempotentReplayed: {
    description:
      "`true` where this is the answer that the first call with this `Idempotency-Key` got; nothing was done again.",
    schema: { type: "string", enum: ["true"] },
  },
  Deprecation: {
    description: "Since when another call does the same (RFC 9745).",
    schema: { type: "string" },
    example: "@1795392000",
  },
};

/** The headers of a successful answer. */
export function successHeaders(endpoint: Endpoint) {
  const { caller, takesIfMatch, namesInterview, isTagged, isRepeatable, deprecatedSince } = endpoint;
  const isCounted = caller === "client" || caller === "manager" || caller === "administrator";
  return {
    ...(isCounted && { RateLimit: named("RateLimit"), "RateLimit-Policy": named("RateLimitPolicy") }),
    ...(takesIfMatch && { ETag: named("ETag") }),
    ...(namesInterview && { "X-Firsthand-Interview": named("Interview") }),
    ...(isTagged && { ETag: named("AnswerTag") }),
    ...(isRepeatable && { "Idempotent-Replayed": named("IdempotentReplayed") }),
    ...(deprecatedSince && { Deprecation: named("Deprecation") }),
  };
}

function named(name: keyof typeof headerComponents) {
  return { $ref: `#/components/headers/${name}` };
}
