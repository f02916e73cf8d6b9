import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Endpoint, endpoints } from "#contract/endpoints.ts";
import { expectFailure } from "../support/failures.ts";
import { savedClient } from "../support/saved-client.ts";
import { type Service, startService } from "../support/service.ts";
import { readBack, written } from "../support/written.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const restricted = Object.values<Endpoint>(endpoints).filter(({ caller }) => caller !== "nobody");
const open = Object.values<Endpoint>(endpoints).filter(({ caller }) => caller === "nobody");

function call({ method, path }: Endpoint, headers: { [name: string]: string }) {
  return service.call(method, path, {
    headers,
    ...(method === "PUT" && { body: { data: written("an intruder's") } }),
  });
}

const strangers: [string, () => Promise<string | undefined>][] = [
  ["nothing", async () => undefined],
  ["an empty header", async () => ""],
  ["junk", async () => "Bearer junk"],
  ["a token that no session has", async () => `Bearer fhs_${"A".repeat(43)}`],
  ["an access key for a token", async () => `Bearer ${(await service.addClient()).accessKey}`],
  ["a token without its scheme", async () => (await service.signIn()).token],
  ["another scheme", async () => `Basic ${(await service.signIn()).token}`],
  ["a token with a space behind", async () => `Bearer ${(await service.signIn()).token} x`],
  ["a token in other letters", async () => `Bearer ${(await service.signIn()).token.toUpperCase()}`],
  ["a token of a revoked key", revokedToken],
];

describe("every call that asks for a client refuses", () => {
  test.each(strangers)("%s", async (_, makeHeader) => {
    const header = await makeHeader();
    expect(restricted.map(({ caller }) => caller)).toEqual(Array(10).fill("client"));
    for (const endpoint of restricted) {
      const response = await call(endpoint, header === undefined ? {} : { authorization: header });
      await expectFailure(response, "UNAUTHORIZED");
    }
  });
});

test("calls for nobody in particular do not look at a token", async () => {
  for (const endpoint of open.filter(({ method }) => method === "GET")) {
    expect((await call(endpoint, { authorization: "Bearer junk" })).status).toBe(200);
  }
});

test("a client reads and writes their own record and no other", async () => {
  const rosa = await savedClient(service);
  const ben = await service.signIn("Ben's Bikes");
  const load = (token: string, path = "/v1/onboarding") => service.call("GET", path, { token });
  expect((await load(ben.token)).status).toBe(404);
  await service.call("PUT", "/v1/onboarding", { token: ben.token, body: { data: written("Ben's own") } });
  expect(readBack(await (await load(ben.token)).json())).toBe("Ben's own");
  await rosa.expectUnchanged();
  const addressed = await load(ben.token, `/v1/onboarding?clientId=${rosa.clientId}`);
  expect(readBack(await addressed.json())).toBe("Ben's own");
  expect((await load(ben.token, `/v1/onboarding/${rosa.clientId}`)).status).toBe(404);
});

test("a token in the address or the body opens nothing", async () => {
  const { token } = await service.signIn();
  await expectFailure(
    await service.call("GET", `/v1/onboarding/status?token=${token}&access_token=${token}`),
    "UNAUTHORIZED",
  );
  await expectFailure(
    await service.call("GET", "/v1/onboarding/status", { headers: { cookie: `token=${token}` } }),
    "UNAUTHORIZED",
  );
});

test("what is wrong with a body is not told to somebody without a token", async () => {
  await expectFailure(await service.call("PUT", "/v1/onboarding", { body: "{" }), "UNAUTHORIZED");
});

async function revokedToken(): Promise<string> {
  const { token, keyId } = await service.signIn();
  await service.storage.revokeKey(keyId, service.time.now, []);
  return `Bearer ${token}`;
}
