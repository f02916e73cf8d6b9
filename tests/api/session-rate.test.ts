import { afterEach, expect, test } from "vitest";
import { SESSION_REQUESTS_PER_MINUTE } from "#contract/limits.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";

let service: Service;
afterEach(() => service.close());

const ask = (token: string) => service.call("GET", "/v1/onboarding/status", { token });

async function statuses(token: string, count: number): Promise<Set<number>> {
  const found = new Set<number>();
  for (let done = 0; done < count; done += 50) {
    const responses = await Promise.all(Array.from({ length: Math.min(50, count - done) }, () => ask(token)));
    for (const response of responses) found.add(response.status);
  }
  return found;
}

test("the 601st request of a session within a minute has to wait, and another session does not", async () => {
  service = await startService();
  const { token } = await service.signIn();
  const other = await service.signIn();
  expect(await statuses(token, SESSION_REQUESTS_PER_MINUTE)).toEqual(new Set([200]));
  const refused = await ask(token);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  await expectFailure(refused, "RATE_LIMITED");
  expect((await ask(other.token)).status).toBe(200);
  expect((await service.call("POST", "/v1/auth/logout", { token })).status).toBe(200);
});

test("each answer says what is left, in the format of the IETF's draft", async () => {
  service = await startService({ env: { FIRSTHAND_RATE_SESSION: "2" } });
  const { token } = await service.signIn();
  const answers = [];
  for (let request = 0; request < 3; request++) {
    const { status, headers } = await ask(token);
    answers.push([
      status,
      headers.get("ratelimit-policy"),
      headers.get("ratelimit")?.replace(/t=\d+$/, "t="),
    ]);
  }
  expect(answers).toEqual([
    [200, '"session";q=2;w=60', '"session";r=1;t='],
    [200, '"session";q=2;w=60', '"session";r=0;t='],
    [429, '"session";q=2;w=60', '"session";r=0;t='],
  ]);
});

test("FIRSTHAND_RATE_SESSION sets another limit", async () => {
  service = await startService({ env: { FIRSTHAND_RATE_SESSION: "3" } });
  const { token } = await service.signIn();
  expect(await statuses(token, 3)).toEqual(new Set([200]));
  expect((await ask(token)).status).toBe(429);
});

test("FIRSTHAND_RATE_SESSION=0 sets none", async () => {
  service = await startService({ env: { FIRSTHAND_RATE_SESSION: "0" } });
  const { token } = await service.signIn();
  expect(await statuses(token, SESSION_REQUESTS_PER_MINUTE + 50)).toEqual(new Set([200]));
});
