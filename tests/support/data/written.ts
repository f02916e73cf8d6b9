import type { WrittenEntry } from "#contract/interview/kinds/free-answer.ts";

/** The `data` of a save with one written answer. */
export function written(content: string, more: object = {}) {
  return { "customer-acquisition": { responses: [{ content, ...more }] } };
}

/** The text of that answer in a loaded record. */
export function readBack(body: unknown): string | undefined {
  const { data } = body as { data: { "customer-acquisition"?: WrittenEntry } };
  return data["customer-acquisition"]?.responses[0]?.content;
}
