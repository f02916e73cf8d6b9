import { once } from "node:events";
import type { RequestListener, ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createGuardedServer } from "./connections.ts";

const FIVE_MINUTES = 300_000;
/** More bytes than the operating system buffers for a reader. */
const LARGE = Buffer.alloc(64 * 1024 * 1024);
/** More bytes than the operating system takes from a sender while nothing reads. */
const BODY = Buffer.alloc(8 * 1024 * 1024);

/** A server with its own clock, and connections that request a path. */
async function guarded(listener: RequestListener) {
  let now = 0;
  const server = createGuardedServer({}, listener, {
    now: () => now,
    sweepMs: 5,
    refuse: (_, response) => response.writeHead(503).end(),
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const open = (head: string) => {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    socket.write(head);
    return socket;
  };
  return {
    connections: promisify(server.getConnections.bind(server)),
    ask: (path: string) => open(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    open,
    pass: (ms: number) => {
      now += ms;
    },
    [Symbol.dispose]: () => void server.close(),
  };
}

test("a reader who takes less than a MiB in five minutes is disconnected, and one who waits for us is not", async () => {
  const waiting: ServerResponse[] = [];
  using server = await guarded(({ url }, response) => {
    if (url === "/large") response.end(LARGE);
    else waiting.push(response);
  });
  const reader = server.ask("/large").pause();
  await once(reader, "readable");
  const patient = server.ask("/later");
  await expect.poll(() => waiting.length).toBe(1);
  expect(await server.connections()).toBe(2);
  server.pass(FIVE_MINUTES + 1);
  reader.read(10);
  await expect.poll(() => server.connections()).toBe(1);
  await new Promise((closed) => reader.resume().once("close", closed));
  expect(reader.bytesRead).toBeLessThan(LARGE.length);
  waiting[0]?.end("at last");
  expect(await text(patient)).toMatch(/^HTTP\/1\.1 200 [\s\S]*at last/);
}, 20_000);

test("a reader who takes a MiB now and then gets the whole answer, however long that takes", async () => {
  using server = await guarded((_, response) => {
    let left = 40;
    const more = () => {
      if (left-- === 0) response.end();
      else response.write(Buffer.alloc(1024 * 1024), more);
    };
    more();
  });
  const reader = server.ask("/");
  let bytes = 0;
  for await (const part of reader) {
    bytes += (part as Buffer).length;
    // each 8 MiB take nearly the full time limit
    if (bytes % (8 * 1024 * 1024) < (part as Buffer).length) server.pass(FIVE_MINUTES - 1_000);
  }
  expect(bytes).toBeGreaterThan(40 * 1024 * 1024);
}, 20_000);

test("a caller whose large body is refused sends it whole, and reads the answer only then", async () => {
  using server = await guarded((_, response) => {
    response.writeHead(413, { connection: "close", "content-length": "9" }).end("too large");
  });
  const callers = Array.from({ length: 3 }, async () => {
    const socket = server.open(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${BODY.length}\r\n\r\n`);
    const failed = once(socket, "error");
    const written = new Promise((done) => socket.write(BODY, done));
    expect(await Promise.race([written, failed])).toBeFalsy();
    return text(socket);
  });
  for (const answer of await Promise.all(callers))
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*too large$/);
  await expect.poll(() => server.connections()).toBe(0);
});
