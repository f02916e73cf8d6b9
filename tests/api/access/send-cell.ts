import type { Cell } from "./expected.ts";
import { pathOf } from "./ids.ts";

/** Makes the call as its caller, with a body that the route accepts. */
export function sendCell(url: string, { route, caller, ids, row: { body } }: Cell): Promise<Response> {
  const type = Buffer.isBuffer(body) ? "audio/webm" : "application/json";
  return fetch(url + pathOf(route.url, ids), {
    method: route.method,
    redirect: "manual",
    headers: { ...caller.headers, ...(body !== undefined && { "content-type": type }) },
    ...(body !== undefined && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
  });
}
