import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as Client from "../../clients/typescript/src/firsthand.ts";
import { consoleCaller, PASSWORD, signInClientOf } from "../support/data/console-caller.ts";
import { written } from "../support/data/written.ts";
import { projectWithClient } from "../support/service/packed-client.ts";
import { type Service, startService } from "../support/service/service.ts";

/** The TypeScript client as integrators install it, against a real server. */

let project: string;
let createFirsthand: typeof Client.createFirsthand;
beforeAll(async () => {
  project = projectWithClient();
  const entry = join(project, "node_modules/firsthand-client/dist/firsthand.js");
  ({ createFirsthand } = (await import(entry)) as typeof Client);
});
afterAll(() => rmSync(join(project, ".."), { recursive: true, force: true }));

describe("with a real server", () => {
  let service: Service;
  let token: string;
  let manager: Awaited<ReturnType<typeof consoleCaller>>;
  let firsthand: Client.Firsthand;
  beforeAll(async () => {
    service = await startService();
    manager = await consoleCaller(service);
    token = await tokenFor(["clients:read", "clients:write", "keys:write", "answers:read"]);
    firsthand = createFirsthand({ address: service.url, token });
  });
  afterAll(() => service.close());

  async function tokenFor(scopes: string[]): Promise<string> {
    const body = { name: "A program", days: 1, scopes, password: PASSWORD };
    return (await manager.send<{ token: string }>("POST", "/me/tokens", body)).token;
  }

  test("it adds clients, and pages through them to the last", async () => {
    const names = ["Ana's Flowers", "Ben's Bikes", "Cara's Cakes", "Dov's Deli", "Eva's Eggs"];
    for (const name of names) {
      const added = await firsthand.POST("/v1/manage/clients", { body: { name } });
      expect(added.accessKey).toMatch(/^fh_/);
    }
    const pages: string[][] = [];
    for await (const { clients } of firsthand.pages("/v1/manage/clients", {
      params: { query: { limit: 2, order: "name" } },
    }))
      pages.push(clients.map(({ name }) => name));
    expect(pages).toEqual([names.slice(0, 2), names.slice(2, 4), names.slice(4)]);
  });

  test("it changes a part of a client and reads the timeline backwards", async () => {
    const { clientId } = await firsthand.POST("/v1/manage/clients", { body: { name: "Fay's Farm" } });
    const params = { path: { clientId } };
    await firsthand.PATCH("/v1/manage/clients/{clientId}", { params, body: { name: "Fay's Far Farm" } });
    const kinds: string[] = [];
    const timeline = firsthand.pages("/v1/manage/clients/{clientId}/timeline", {
      params: { ...params, query: { limit: 1 } },
    });
    for await (const { entries } of timeline) kinds.push(...entries.map(({ kind }) => kind));
    expect(kinds).toEqual(["changed", "key-issued", "added"]);
  });

  test("it exports the answers as text, or as bytes on request", async () => {
    const client = await signInClientOf(service, manager, "Gil's Garage");
    await service.call("PUT", "/v1/onboarding", {
      token: client.token,
      body: { data: written("We fix cars.") },
    });
    const params = { query: { format: "json" as const } };
    const text = await firsthand.GET("/v1/manage/export", { params });
    expect(JSON.parse(text)).toContainEqual(expect.objectContaining({ clientName: "Gil's Garage" }));
    expect(text).toContain("We fix cars.");
    const bytes = await firsthand.GET("/v1/manage/export", { params, parseAs: "arrayBuffer" });
    expect(new TextDecoder().decode(bytes)).toBe(text);
  });

  test("a failure has its status, code and sentence", async () => {
    const params = { path: { clientId: "cl_unknown" } };
    await expect(firsthand.GET("/v1/manage/clients/{clientId}", { params })).rejects.toMatchObject({
      name: "FirsthandError",
      status: 404,
      code: "NOT_FOUND",
      message: expect.stringMatching(/\.$/),
      requestId: expect.stringMatching(/\w/),
    });
    await expect(firsthand.POST("/v1/manage/clients", { body: { name: "" } })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: [expect.objectContaining({ path: expect.stringContaining("name") })],
    });
    const reading = createFirsthand({ address: service.url, token: await tokenFor(["clients:read"]) });
    await expect(reading.POST("/v1/manage/clients", { body: { name: "Hal" } })).rejects.toMatchObject({
      status: 403,
      code: "SCOPE_MISSING",
    });
  });

  test("a call with the caller's key is made once, and calls without a key are separate", async () => {
    const add = (headers = {}) =>
      firsthand.POST("/v1/manage/clients", { body: { name: "Ida's Ink" }, headers });
    const first = await add({ "Idempotency-Key": "order-7" });
    expect(await add({ "Idempotency-Key": "order-7" })).toEqual(first);
    expect((await add()).clientId).not.toBe(first.clientId);
    expect((await add()).clientId).not.toBe((await add()).clientId);
  });

  test("headers can be read through the underlying client", async () => {
    const { data, response } = await firsthand.raw.GET("/v1/manage/clients");
    expect(data?.data.clients.length).toBeGreaterThan(0);
    const etag = response.headers.get("etag") ?? "";
    const again = await firsthand.raw.GET("/v1/manage/clients", {
      params: { header: { "If-None-Match": etag } },
    });
    expect(again.response.status).toBe(304);
  });
});

describe("with a busy server", () => {
  type Seen = { method: string; key: string | undefined; body: string };

  /** Gives these answers in order, and then only successful ones. */
  async function whileAnswering(
    answers: ((response: ServerResponse) => void)[],
    act: (address: string, seen: Seen[]) => Promise<void>,
  ) {
    const seen: Seen[] = [];
    const server = createServer((request, response) => {
      void readRequest(request).then((read) => {
        const answer = answers[seen.length] ?? sayJson(200, { data: { role: "manager" } });
        seen.push(read);
        answer(response);
      });
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    try {
      await act(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  async function readRequest(request: IncomingMessage): Promise<Seen> {
    const parts = await request.toArray();
    const key = request.headers["idempotency-key"];
    return { method: request.method ?? "", key: key?.toString(), body: Buffer.concat(parts).toString() };
  }

  const sayJson =
    (status: number, body: object, headers: { [name: string]: string } = {}) =>
    (response: ServerResponse) =>
      void response
        .writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers })
        .end(JSON.stringify(body));
  const busy = (status: number, seconds = "0") =>
    sayJson(status, { code: "RATE_LIMITED", message: "Wait.", requestId: "r1" }, { "retry-after": seconds });

  test.each([429, 503])("it waits after %i and sends the same request again with its key", async (status) => {
    await whileAnswering([busy(status)], async (address, seen) => {
      const firsthand = createFirsthand({ address, token: "t" });
      await firsthand.POST("/v1/manage/clients", { body: { name: "Jo" } });
      expect(seen).toHaveLength(2);
      expect(seen[0]).toEqual({
        method: "POST",
        key: expect.stringMatching(/^[\w-]{36}$/),
        body: '{"name":"Jo"}',
      });
      expect(seen[1]).toEqual(seen[0]);
    });
  });

  test("it understands a date as the time to wait for", async () => {
    await whileAnswering([busy(503, new Date(0).toUTCString())], async (address, seen) => {
      await createFirsthand({ address, token: "t" }).GET("/v1/manage/me");
      expect(seen).toHaveLength(2);
    });
  });

  test("it gives up after the configured number of tries", async () => {
    await whileAnswering(Array(9).fill(busy(429)), async (address, seen) => {
      const firsthand = createFirsthand({ address, token: "t", retries: 2 });
      await expect(firsthand.GET("/v1/manage/me")).rejects.toMatchObject({
        status: 429,
        code: "RATE_LIMITED",
      });
      expect(seen).toHaveLength(3);
    });
  });

  test("it does not wait longer than allowed", async () => {
    await whileAnswering([busy(429, "3600")], async (address, seen) => {
      const firsthand = createFirsthand({ address, token: "t" });
      await expect(firsthand.GET("/v1/manage/me")).rejects.toMatchObject({ status: 429 });
      expect(seen).toHaveLength(1);
    });
  });

  test("a caller can stop waiting", async () => {
    await whileAnswering([busy(503, "30")], async (address) => {
      const stop = new AbortController();
      const send = async (request: Request) => {
        const response = await fetch(request);
        stop.abort();
        return response;
      };
      const firsthand = createFirsthand({ address, token: "t", fetch: send });
      const call = firsthand.GET("/v1/manage/me", { signal: stop.signal });
      await expect(call).rejects.toMatchObject({ name: "AbortError" });
    });
  });

  test("a PATCH is sent once", async () => {
    await whileAnswering([busy(503)], async (address, seen) => {
      const params = { path: { clientId: "cl_1" } };
      const call = createFirsthand({ address, token: "t" }).PATCH("/v1/manage/clients/{clientId}", {
        params,
        body: { name: "Jo" },
      });
      await expect(call).rejects.toMatchObject({ status: 503 });
      expect(seen).toHaveLength(1);
    });
  });

  test("an answer that is not from Firsthand is a failure, whatever its status", async () => {
    const page = (status: number) => (response: ServerResponse) =>
      void response.writeHead(status, { "content-type": "text/html" }).end("<h1>Gateway</h1>");
    await whileAnswering([page(502), page(200)], async (address) => {
      const firsthand = createFirsthand({ address, token: "t" });
      for (const status of [502, 200])
        await expect(firsthand.GET("/v1/manage/me")).rejects.toMatchObject({ status, code: "UNKNOWN" });
    });
  });
});
