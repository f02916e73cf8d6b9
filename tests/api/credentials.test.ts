import { afterAll, beforeAll, expect, test } from "vitest";
import { savedClient } from "../support/data/saved-client.ts";
import { readBack, written } from "../support/data/written.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";

/** What the matrix of routes and callers (`access/`) does not try: credentials in the wrong place. */

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

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

test("a caller without a token never learns what is wrong with a body", async () => {
  await expectFailure(await service.call("PUT", "/v1/onboarding", { body: "{" }), "UNAUTHORIZED");
});
