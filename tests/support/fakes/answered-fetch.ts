import { vi } from "vitest";

/** What a server answers in JSON. */
export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
}

/** Takes the place of `fetch`, and answers with this; `vi.unstubAllGlobals` takes it away. */
export function answer(response: Response) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => response);
  vi.stubGlobal("fetch", fetch);
  return fetch;
}
