import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { parseRaw } from "../support/peers/raw-http.ts";
import { type Service, startService } from "../support/service/service.ts";

let healthy: Service;
let service: Service;
/** The readiness check ends when the test resolves `gate`. */
let asked: PromiseWithResolvers<void>;
let gate: PromiseWithResolvers<void>;
beforeEach(async () => {
  asked = Promise.withResolvers();
  gate = Promise.withResolvers();
  healthy = await startService();
  const check = () => {
    asked.resolve();
    return gate.promise;
  };
  service = await startService({ storage: { ...healthy.storage, check } });
});
afterEach(async () => {
  await service.close();
  await healthy.close();
});

/** A connection that stays open after these bytes are sent. */
async function connection(bytes: string) {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  let answer = "";
  socket.setEncoding("latin1").on("data", (part: string) => {
    answer += part;
  });
  const closed = once(socket, "close");
  await new Promise((resolve) => socket.write(bytes, resolve));
  return {
    send: (more: string) => socket.write(more),
    answer: async () => {
      await closed;
      return parseRaw(answer);
    },
  };
}

const READY = "GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n";

test("a request that runs when the server stops is answered, and its connection does not delay the stop", async () => {
  const waiting = await connection(READY);
  await asked.promise;
  const stopped = service.app.close();
  await vi.waitFor(() => expect(service.app.server.listening).toBe(false));
  gate.resolve();
  expect((await waiting.answer()).status).toBe(200);
  await stopped;
});

test("a request still being sent when the server stopped is answered in full", async () => {
  const late = await connection("GET /healthz HTTP/1.1\r\nHost: x\r\n");
  await connection(READY);
  await asked.promise;
  const stopped = service.app.close();
  await vi.waitFor(() => expect(service.app.server.listening).toBe(false));
  late.send("\r\n");
  const { status, headers } = await late.answer();
  expect(status).toBe(200);
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(headers.get("connection")).toBe("close");
  gate.resolve();
  await stopped;
});
