import { afterAll, beforeAll, expect, test } from "vitest";
import { scopeNames } from "#contract/api/scopes.ts";
import { CONSOLE, consoleCaller, cookieOf, PASSWORD } from "../../support/data/console-caller.ts";
import { redeemable } from "../../support/security/redeemable.ts";
import { type Service, startService } from "../../support/service/service.ts";

/** A secret of each kind is redeemed, so that the table in worths.ts stays true (promise P52). */

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test("a secret of each kind gives the access that the table says", async () => {
  const [admin, other] = [await consoleCaller(service, "administrator"), await consoleCaller(service)];
  const client = await service.addClient("Zoe's Zoo");
  const token = await admin.send<{ token: string }>("POST", "/me/tokens", {
    name: "Robot",
    days: 1,
    scopes: scopeNames,
    password: PASSWORD,
  });
  const link = await admin.send<{ link: string }>("POST", `/managers/${other.managerId}/link`, {
    password: PASSWORD,
  });
  const exchanged = await service.call("POST", "/v1/auth/exchange", { body: { key: client.accessKey } });
  const { data } = (await exchanged.json()) as { data: { accessToken: string } };
  const linkToken = new URL(link.link).hash.slice("#link=".length);
  const entered = await service.call("POST", "/v1/manage/auth/link", {
    headers: CONSOLE,
    body: { token: linkToken, password: PASSWORD },
  });
  const worths = {
    "access key": exchanged,
    "client session": await service.call("GET", "/v1/onboarding/status", { token: data.accessToken }),
    "password link": entered,
    "console session": await service.call("GET", "/v1/manage/me", {
      headers: { ...CONSOLE, cookie: cookieOf(entered) },
    }),
    "API token": await service.call("GET", "/v1/manage/me", { token: token.token }),
  };
  for (const [kind, { status }] of Object.entries(worths)) expect([kind, status]).toEqual([kind, 200]);
  const secrets = redeemable(
    [client.accessKey, data.accessToken, linkToken, cookieOf(entered), token.token].join(" "),
  );
  expect(secrets.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(worths).toSorted());
});
