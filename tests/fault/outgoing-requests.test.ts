import { lookup } from "node:dns";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test, vi } from "vitest";
import { connectTo } from "../../server/outgoing/connect-to.ts";
import {
  operatorEgressPolicy,
  serviceEgressPolicy,
  webhookEgressPolicy,
} from "../../server/outgoing/egress-policy.ts";
import { AddressRefused } from "../../server/outgoing/guarded-lookup.ts";
import { type OutgoingRequestOptions, sendRequest } from "../../server/outgoing/send-request.ts";
import { fakeLookup } from "../support/fakes/fake-lookup.ts";
import { drip, type HostileServer, hostileServer, sayForEver } from "../support/peers/hostile-server.ts";
import { countTried } from "../support/security/security-counts.ts";

/** A server that we call may be hostile or broken: each one gets little, and not for long (promise P33). */

const NAME = "service.test";
const OK = "HTTP/1.1 200 OK\r\n";
const MAX_BYTES = 64 * 1024;

let server: HostileServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const asking = (more: Partial<OutgoingRequestOptions> = {}): OutgoingRequestOptions => ({
  reach: operatorEgressPolicy(),
  lookup,
  signal: AbortSignal.timeout(5_000),
  maxBytes: MAX_BYTES,
  ...more,
});
const get = (address: string, more: Partial<OutgoingRequestOptions> = {}) =>
  sendRequest({ url: new URL(address), method: "GET" }, asking(more));

async function meet(...how: Parameters<typeof hostileServer>): Promise<HostileServer> {
  server = await hostileServer(...how);
  return server;
}
const answer =
  (bytes: string | Buffer): Parameters<typeof hostileServer>[0] =>
  (socket) =>
    socket.once("data", () => socket.end(bytes));
/** Once we stop reading, the connection must be closed too. */
const isLeft = () => vi.waitFor(() => expect(server?.open()).toBe(0), { timeout: 4_000, interval: 5 });

describe("an address that is never connected to", () => {
  const addresses = [
    "http://169.254.169.254/latest/meta-data/",
    "http://0xa9fea9fe/",
    "http://2852039166/",
    "http://169.254.43518/",
    "https://[::ffff:169.254.169.254]/",
    "https://[fd00:ec2::254]/",
    "http://[64:ff9b::169.254.169.254]/",
  ];
  test.each(addresses)("%s", async (address) => {
    await expect(get(address)).rejects.toBeInstanceOf(AddressRefused);
    countTried("outgoing addresses", 1);
  });

  test.each(["file:///etc/passwd", "ftp://127.0.0.1/", "data:,x", "unix:/run/docker.sock"])(
    "%s is not the address of a service",
    async (address) => {
      await expect(get(address)).rejects.toBeInstanceOf(AddressRefused);
    },
  );

  test.each([["169.254.169.254"], ["10.0.0.1", "169.254.169.254"], ["::ffff:a9fe:a9fe"], []])(
    "nor when the operator's own name resolves to it: %s",
    async (...addresses) => {
      const { lookup: lying } = fakeLookup(NAME, addresses);
      await expect(get(`http://${NAME}/`, { lookup: lying })).rejects.toBeInstanceOf(AddressRefused);
      const connecting = connectTo({ host: NAME, port: 25 }, asking({ lookup: lying }));
      await expect(connecting).rejects.toBeInstanceOf(AddressRefused);
    },
  );

  test("nor over a connection that is not HTTP", async () => {
    const connecting = connectTo({ host: "169.254.169.254", port: 25 }, asking());
    await expect(connecting).rejects.toBeInstanceOf(AddressRefused);
  });
});

describe("a service configured by the operator", () => {
  test("can be reached on this machine, by name and by number", async () => {
    const { port } = await meet(answer(`${OK}Content-Length: 2\r\n\r\nhi`));
    const { lookup: names } = fakeLookup(NAME, ["127.0.0.1"]);
    for (const [host, by] of [
      ["127.0.0.1", lookup],
      ["localhost", lookup],
      [NAME, names],
    ] as const) {
      const { status, read } = await get(`http://${host}:${port}/`, { lookup: by });
      expect([status, String(await read())]).toEqual([200, "hi"]);
    }
  });

  test("is not followed to another place", async () => {
    const inner = await hostileServer(() => undefined, "127.0.0.2");
    for (const status of [301, 302, 303, 307, 308]) {
      await server?.close();
      const { url } = await meet(
        answer(`HTTP/1.1 ${status} Elsewhere\r\nLocation: ${inner.url}\r\nContent-Length: 0\r\n\r\n`),
      );
      expect((await get(url)).status).toBe(status);
    }
    expect(inner.connections()).toBe(0);
    await inner.close();
  });

  test("cannot lead to other names, unless those are public", async () => {
    const inner = await hostileServer(() => undefined, "127.0.0.2");
    const reachOf = serviceEgressPolicy(new URL("http://127.0.0.1:1/"));
    const { lookup: names } = fakeLookup(NAME, ["127.0.0.2"]);
    for (const address of [inner.url, `http://${NAME}:${inner.port}/`, `https://${NAME}:${inner.port}/`]) {
      const reach = reachOf(new URL(address));
      await expect(get(address, { reach, lookup: names })).rejects.toBeInstanceOf(AddressRefused);
    }
    expect(inner.connections()).toBe(0);
    await inner.close();
  });
});

describe("an answer", () => {
  test("without an end is read up to its limit, and then the connection is closed", async () => {
    const { url } = await meet(sayForEver(`${OK}\r\n`, "x".repeat(16_384)));
    const before = process.memoryUsage().rss;
    expect(await (await get(url)).read()).toBeUndefined();
    await isLeft();
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  test("that is not needed closes its connection at once", async () => {
    const { url } = await meet(drip(`${OK}Content-Length: 100000\r\n\r\n`, "x"));
    (await get(url)).leave();
    await isLeft();
  });

  test("of exactly the limit is read, and one byte more is too long", async () => {
    for (const [length, isRead] of [
      [MAX_BYTES, true],
      [MAX_BYTES + 1, false],
    ] as const) {
      await server?.close();
      const { url } = await meet(answer(`${OK}Content-Length: ${length}\r\n\r\n${"x".repeat(length)}`));
      expect((await (await get(url)).read())?.length).toBe(isRead ? length : undefined);
    }
  });

  test("that is compressed is not unpacked, whatever its unpacked size", async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    const head = `${OK}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`;
    const { url } = await meet(answer(Buffer.concat([Buffer.from(head), bomb])));
    expect((await (await get(url)).read())?.length).toBe(bomb.length);
  });

  test("with endless headers is abandoned", async () => {
    const { url } = await meet(sayForEver(OK, `X-More: ${"x".repeat(1_000)}\r\n`));
    await expect(get(url)).rejects.toMatchObject({ code: "HPE_HEADER_OVERFLOW" });
    await isLeft();
  });

  test.each([
    ["no answer at all", () => undefined],
    ["promises of one", sayForEver("", "HTTP/1.1 102 Processing\r\n\r\n")],
    ["headers that drip", drip(OK, "X: 1\r\n")],
  ])("%s ends with the timeout", async (_what, how) => {
    const { url } = await meet(how);
    const began = performance.now();
    await expect(get(url, { signal: AbortSignal.timeout(150) })).rejects.toMatchObject({
      name: "TimeoutError",
    });
    expect(performance.now() - began).toBeLessThan(2_000);
    await isLeft();
  });

  test("with a dripping body ends with the timeout", async () => {
    const { url } = await meet(drip(`${OK}Content-Length: 100000\r\n\r\n`, "x"));
    const { read } = await get(url, { signal: AbortSignal.timeout(150) });
    await expect(read()).rejects.toMatchObject({ name: "TimeoutError" });
    await isLeft();
  });

  test.each([
    ["that is cut off", `${OK}Content-Length: 10\r\n\r\nhalf`],
    ["with broken chunks", `${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
  ])("%s is an error, not a shorter answer", async (_what, bytes) => {
    const { url } = await meet(answer(bytes));
    const read = async () => (await get(url)).read();
    await expect(read()).rejects.toMatchObject({ code: "ECONNRESET" });
  });

  test.each([
    ["no HTTP", "SSH-2.0-OpenSSH_9.2\r\n\r\n"],
    ["two lengths", `${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx`],
    ["a length and chunks", `${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ["nothing", ""],
  ])("that is %s is refused", async (_what, bytes) => {
    const { url } = await meet(answer(bytes));
    await expect(get(url)).rejects.toMatchObject({ code: expect.any(String) });
  });
});

test("an abort in the middle rejects with its own reason, before and after anything is sent", async () => {
  const { url, connections } = await meet(() => undefined);
  const reason = new Error("the server stops");
  await expect(get(url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(connections()).toBe(0);
  const stopping = new AbortController();
  const asked = get(url, { signal: stopping.signal });
  await vi.waitFor(() => expect(connections()).toBe(1), { interval: 5 });
  stopping.abort(reason);
  await expect(asked).rejects.toBe(reason);
});

test("a webhook can use plain http only to the configured ranges of the internal network", async () => {
  const { port, connections } = await meet(answer(`${OK}Content-Length: 0\r\n\r\n`), "127.0.0.2");
  const reach = webhookEgressPolicy(["127.0.0.2"]);
  const names = fakeLookup(NAME, ["127.0.0.2"], ["1.1.1.1"]);
  const address = `http://${NAME}:${port}/`;
  expect((await get(address, { reach, lookup: names.lookup })).status).toBe(200);
  await expect(get(address, { reach, lookup: names.lookup })).rejects.toBeInstanceOf(AddressRefused);
  expect(connections()).toBe(1);
});
