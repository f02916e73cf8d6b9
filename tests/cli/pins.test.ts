import { afterAll, beforeAll, expect, test } from "vitest";
import { type AddedClient, commandLine } from "../support/service/command-line.ts";

const cli = commandLine();
let rosa: AddedClient;
beforeAll(async () => {
  rosa = await cli.addClient("Rosa");
});
afterAll(() => cli.remove());

const shown = async () => (await cli.facts<{ pin: string }>("client", "show", rosa.clientId)).pin;

test("a PIN is set, shown once, replaced and removed", async () => {
  expect(await shown()).toBe("none");
  const { pin, ...facts } = await cli.facts<{ pin: string }>("client", "pin", "set", rosa.clientId);
  expect(pin).toMatch(/^\d{6}$/);
  expect(facts).toEqual({ clientId: rosa.clientId, clientName: "Rosa" });
  expect(await shown()).toBe("set");
  const { stdout } = await cli.firsthand(["client", "pin", "set", rosa.clientId]);
  expect(stdout).toMatch(
    /^Client: Rosa \(cl_\w+\)\nPIN: \d{6}\nGive the PIN to the client by phone or in person, .*\n$/,
  );
  expect((await cli.firsthand(["client", "show", rosa.clientId])).stdout).toContain("\nPIN: set\n");
  const remove = () => cli.facts("client", "pin", "remove", rosa.clientId);
  expect(await remove()).toMatchObject({ wasSet: true });
  expect(await shown()).toBe("none");
  expect(await remove()).toMatchObject({ wasSet: false });
});

test("a change made beside a running server applies from then on", async () => {
  const server = await cli.serve({ NODE_ENV: "production", FIRSTHAND_LOG_LEVEL: "warn" });
  const enter = async (pin?: string) => {
    const body = JSON.stringify({ key: rosa.accessKey, pin });
    const headers = { "content-type": "application/json" };
    return (await fetch(`${server.url}/v1/auth/exchange`, { method: "POST", headers, body })).status;
  };
  expect(await enter()).toBe(200);
  const { pin } = await cli.facts<{ pin: string }>("client", "pin", "set", rosa.clientId);
  expect([await enter(), await enter(pin)]).toEqual([401, 200]);
  await cli.facts("client", "pin", "remove", rosa.clientId);
  expect(await enter()).toBe(200);
  await server.stop();
});

test.each([["set"], ["remove"]])("%s needs an existing client", async (act) => {
  const { status, stdout, stderr } = await cli.firsthand(["client", "pin", act, "cl_none"]);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^There is no client cl_none\. Run "firsthand client list" to see the ids\.\n$/);
});
