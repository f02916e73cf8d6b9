import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HTTP_LIMITS } from "../../server/http-edge.ts";
import { type Service, startService } from "../support/service.ts";

const SLOW_CLIENTS = 50;
const DRIP_MS = 500;

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Sends a byte now and then and never comes to an end; resolves with the milliseconds until it was cut off. */
function drip(start: string, byte: string): Promise<number> {
  const { port } = new URL(service.url);
  const began = performance.now();
  return new Promise((resolve) => {
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(start));
    const timer = setInterval(() => socket.write(byte), DRIP_MS);
    const end = () => {
      clearInterval(timer);
      resolve(performance.now() - began);
    };
    // the answer is read, or the end would never be told
    socket
      .on("data", () => undefined)
      .on("error", end)
      .on("close", end);
  });
}

const HEADERS = "PUT /v1/onboarding HTTP/1.1\r\nHost: firsthand\r\nX-Slow: ";
const BODY = `${HEADERS}1\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{`;

test.each([
  ["drip headers", HEADERS, "x", HTTP_LIMITS.headersTimeout],
  ["drip a body", BODY, "x", HTTP_LIMITS.requestTimeout],
  ["say nothing", "", "", HTTP_LIMITS.headersTimeout],
])(
  "clients that %s are cut off in time, and others are served meanwhile",
  async (_, start, byte, limitMs) => {
    const { token } = await service.signIn();
    const slow = Promise.all(Array.from({ length: SLOW_CLIENTS }, () => drip(start, byte)));
    const healthy = await service.call("GET", "/v1/onboarding/status", { token });
    expect(healthy.status).toBe(200);
    const times = await slow;
    // two rounds of Node's own check, on a machine that may be busy
    expect(Math.max(...times)).toBeLessThan(limitMs + 2 * HTTP_LIMITS.connectionsCheckingInterval + 3_000);
  },
  40_000,
);
