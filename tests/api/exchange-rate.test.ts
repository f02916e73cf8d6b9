import { afterEach, beforeEach, expect, test } from "vitest";
import { EXCHANGES_PER_MINUTE_OF_KEY } from "#contract/limits.ts";
import { setPin } from "../../server/pins/set-pin.ts";
import { auditTrail } from "../support/data/audit-trail.ts";
import { CONSOLE, consoleCaller, PASSWORD } from "../support/data/console-caller.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const exchange = (key: string, pin?: string) =>
  service.call("POST", "/v1/auth/exchange", { body: { key, ...(pin !== undefined && { pin }) } });

test("valid exchanges of one key are limited, and a key of another client is accepted", async () => {
  const { accessKey } = await service.addClient();
  for (let time = 0; time < EXCHANGES_PER_MINUTE_OF_KEY; time++)
    expect((await exchange(accessKey)).status).toBe(200);
  const refused = await exchange(accessKey);
  await expectFailure(refused, "RATE_LIMITED");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  const opened = auditTrail(service).filter(({ kind }) => kind === "session.opened");
  expect(opened).toHaveLength(EXCHANGES_PER_MINUTE_OF_KEY);
  const other = await service.addClient("Ben");
  expect((await exchange(other.accessKey)).status).toBe(200);
});

test("a client who keeps the PINs' queue full does not block a manager's sign-in", async () => {
  const stuck = Promise.withResolvers<boolean>();
  const { passwords } = service;
  const busy = await startService({
    storage: service.storage,
    secrets: service.secrets,
    passwords: { ...passwords, pins: { ...passwords.pins, verify: () => stuck.promise } },
  });
  const mia = await consoleCaller(service);
  const { accessKey, clientId } = await service.addClient();
  const pin = await setPin(service, clientId, { actor: "operator", at: service.time.now });
  const waiting = Array.from({ length: 20 }, () =>
    busy.call("POST", "/v1/auth/exchange", { body: { key: accessKey, pin } }),
  );
  const body = { email: mia.email, password: PASSWORD };
  const signedIn = await busy.call("POST", "/v1/manage/auth/sign-in", { body, headers: CONSOLE });
  expect(signedIn.status).toBe(200);
  stuck.resolve(true);
  expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200]));
  await busy.close();
});
