import { createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type AddedClient, commandLine } from "../support/service/command-line.ts";

/** These tests need the built browser app (`npm run build`), because `serve` cannot start without it. */

let cli: ReturnType<typeof commandLine>;
beforeEach(() => {
  cli = commandLine();
});
afterEach(() => cli.remove());

async function exchange(url: string, key: string) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${url}/v1/auth/exchange`, {
    method: "POST",
    headers,
    body: JSON.stringify({ key }),
  });
  const { data } = (await response.json()) as { data?: { accessToken: string } };
  return { status: response.status, token: data?.accessToken ?? "" };
}
const call = (url: string, token: string, init: RequestInit = {}) =>
  fetch(`${url}/v1/onboarding`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
  });

test("a new installation prints its address, a sample key and a way into the console; later only the address", async () => {
  const first = await cli.serve();
  const key = await first.line("Access key");
  expect((await exchange(first.url, key)).status).toBe(200);
  expect((await fetch(first.url)).status).toBe(200);
  expect(first.output().replace(`Access key: ${key}`, "")).not.toContain(key);
  const link = new URL(await first.line("Console"));
  expect([link.origin, link.pathname]).toEqual([first.url, "/console/"]);
  const entering = await fetch(`${first.url}/v1/manage/auth/link`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-firsthand-console": "1" },
    body: JSON.stringify({ token: link.hash.replace("#link=", ""), password: "correct horse battery" }),
  });
  expect(await entering.json()).toMatchObject({ data: { role: "administrator" } });
  expect(await first.stop()).toBe(0);
  const second = await cli.serve();
  expect((await exchange(second.url, key)).status).toBe(200);
  expect(await second.stop("SIGINT")).toBe(0);
  expect(second.output()).not.toMatch(/Access key|Console/);
});

test("in production there is no sample client or manager", async () => {
  const server = await cli.serve({ NODE_ENV: "production" });
  await server.stop();
  expect(server.output()).not.toMatch(/Access key|Console/);
  expect(await cli.facts("client", "list")).toEqual([]);
  expect(await cli.facts("manager", "list")).toEqual([]);
});

test("a killed server starts again with everything it had acknowledged", async () => {
  const first = await cli.serve();
  const key = await first.line("Access key");
  const body = JSON.stringify({ data: { "website-form": { url: "example.com" } } });
  expect(
    (await call(first.url, (await exchange(first.url, key)).token, { method: "PUT", body })).status,
  ).toBe(200);
  expect(await first.stop("SIGKILL")).toBeNull();
  const second = await cli.serve();
  const loaded = await call(second.url, (await exchange(second.url, key)).token);
  expect(await loaded.json()).toEqual({ data: { "website-form": { url: "example.com" } } });
  await second.stop();
});

test("the commands work while a server runs, which sees their changes at once", async () => {
  const server = await cli.serve();
  const rosa = await cli.facts<AddedClient>("client", "add", "Rosa");
  const { status, token } = await exchange(server.url, rosa.accessKey);
  expect(status).toBe(200);
  await call(server.url, token, {
    method: "PUT",
    body: JSON.stringify({ data: { "website-form": { url: "a.example" } } }),
  });
  expect((await cli.firsthand(["record", "export", rosa.clientId])).stdout).toContain("a.example");
  await cli.facts("key", "revoke", rosa.keyId);
  expect((await call(server.url, token)).status).toBe(401);
  expect((await exchange(server.url, rosa.accessKey)).status).toBe(401);
  await server.stop();
});

describe("serve ends with 1 and says what to do when", () => {
  test("another server has the folder, which keeps running", async () => {
    const server = await cli.serve();
    const { status, stdout, stderr } = await cli.firsthand(["serve"], { PORT: "0" });
    expect(stderr).toMatch(
      /^Another Firsthand server is running on .*firsthand\.db\. Stop it, or give this one its own FIRSTHAND_DATA\.\n$/,
    );
    expect([status, stdout]).toEqual([1, ""]);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    await server.stop();
  });

  test("another program has the port", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as { port: number };
    const { status, stdout, stderr } = await cli.firsthand(["serve"], { PORT: String(port) });
    other.close();
    expect(stderr).toBe(
      `Cannot listen on 127.0.0.1, port ${port}: another program uses this port. Stop that program, or set PORT to another port.\n`,
    );
    expect([status, stdout]).toEqual([1, ""]);
  });

  test("the machine has no such address", async () => {
    const { status, stderr } = await cli.firsthand(["serve"], {
      PORT: "0",
      HOST: "192.0.2.1",
      FIRSTHAND_INSECURE_HTTP: "1",
    });
    expect(stderr).toMatch(/this machine doesn't have that address. Check HOST/);
    expect(status).toBe(1);
  });
});

test("serve does not listen beyond this machine without a proxy or an explicit setting", async () => {
  const { status, stderr } = await cli.firsthand(["serve"], { HOST: "0.0.0.0", PORT: "0" });
  expect(stderr).toMatch(/^HOST: 0\.0\.0\.0 can be reached from other machines, over plain http\./);
  expect(status).toBe(2);
});
