import { vi } from "vitest";

/** A server's response with JSON. */
export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
}

/** Replaces `fetch` and answers with this response; `vi.unstubAllGlobals` restores it. */
export function answer(response: Response) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => response);
  vi.stubGlobal("fetch", fetch);
  return fetch;
}
