import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EndpointFacts } from "#contract/api/endpoint.ts";
import { scopeNames } from "#contract/api/scopes.ts";
import type { CurrentManager, Role } from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { type SecondFactorDuty, secondFactorDuties } from "#contract/manage/second-factor.ts";
import { addManager } from "../../../server/managers/accounts.ts";
import { CONSOLE, consoleCaller, PASSWORD } from "../../support/data/console-caller.ts";
import { turnOn } from "../../support/data/second-factor.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { openIdBrowser, openIdService } from "../../support/service/openid-service.ts";
import { type Service, startService } from "../../support/service/service.ts";

const routes: EndpointFacts[] = Object.values(manageEndpoints);
const guarded = routes.filter(({ caller }) => caller !== "nobody");
const before = guarded.filter(({ isBeforeSecondFactor }) => isBeforeSecondFactor);

/** The error codes that the routes answer to this caller, regardless of the request. */
async function answersOf(service: Service, endpoints: EndpointFacts[], headers: { [name: string]: string }) {
  const codes = new Set<string>();
  for (const { method, path } of endpoints) {
    const address = path.replace(/:\w+/g, "none");
    const response = await service.call(method, address, { headers: { ...CONSOLE, ...headers } });
    const { code = "answered" } = (await response.json().catch(() => ({}))) as { code?: string };
    codes.add(code);
  }
  return [...codes];
}

test("before a second factor is set up, a manager can see their account and set it up, and no more", () => {
  expect(before.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /v1/manage/me",
    "POST /v1/manage/me/second-factor",
    "PUT /v1/manage/me/second-factor",
  ]);
});

const owing: { [Duty in SecondFactorDuty]: Role[] } = {
  none: [],
  administrators: ["administrator"],
  everyone: ["manager", "administrator"],
};

describe.each(secondFactorDuties)("where it is required of %s", (duty) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ env: { FIRSTHAND_REQUIRE_SECOND_FACTOR: duty } });
  });
  afterAll(() => service.close());

  test.each<Role>(["manager", "administrator"])("a %s", async (role) => {
    const caller = await consoleCaller(service, role);
    const { cookie } = caller;
    const isDue = owing[duty].includes(role);
    expect((await caller.read<CurrentManager>("/me")).secondFactor).toMatchObject({ isDue });
    const rest = guarded.filter((route) => !before.includes(route));
    const ofRole = rest.filter(({ caller: who }) => role === "administrator" || who === "manager");
    if (isDue) expect(await answersOf(service, ofRole, { cookie })).toEqual(["SECOND_FACTOR_MISSING"]);
    else expect(await answersOf(service, ofRole, { cookie })).not.toContain("SECOND_FACTOR_MISSING");
    await turnOn(service, caller);
    expect((await caller.read<CurrentManager>("/me")).secondFactor).toMatchObject({ isDue: false });
    expect(await answersOf(service, ofRole, { cookie })).not.toContain("SECOND_FACTOR_MISSING");
  });

  test("cannot make an API token before it is set up, and an existing token does not need it", async () => {
    const caller = await consoleCaller(service, "administrator");
    const make = (code?: string) =>
      caller.call("POST", "/me/tokens", {
        name: "Robot",
        days: 1,
        scopes: scopeNames,
        password: PASSWORD,
        code,
      });
    if (duty === "none") {
      expect((await make()).status).toBe(200);
      return;
    }
    await expectFailure(await make(), "SECOND_FACTOR_MISSING");
    const phone = await turnOn(service, caller);
    const { data } = (await (await make(phone.next())).json()) as { data: { token: string } };
    await service.storage.secondFactors.remove(caller.managerId, []);
    const headers = { authorization: `Bearer ${data.token}` };
    expect(await answersOf(service, guarded, headers)).not.toContain("SECOND_FACTOR_MISSING");
  });

  test("signing out is always possible", async () => {
    const { call } = await consoleCaller(service, "administrator");
    expect((await call("POST", "/auth/sign-out")).status).toBe(200);
  });
});

test("a manager who uses OpenID Connect does not need it, since the provider asks for it", async () => {
  const there = await openIdService({ FIRSTHAND_REQUIRE_SECOND_FACTOR: "everyone" });
  const account = { name: "Mia", email: "mia@example.com", role: "administrator" as const };
  await addManager(there.service.storage, account, { actor: "operator", at: there.service.time.now });
  there.provider.comesAs({ subject: "mia", email: account.email });
  const browser = openIdBrowser(there.service);
  expect(await browser.signIn()).toBe("/console/");
  const cookie = `__Host-firsthand-console=${browser.cookie("__Host-firsthand-console") ?? ""}`;
  const plain = `firsthand-console=${browser.cookie("firsthand-console") ?? ""}`;
  const rest = guarded.filter((route) => !before.includes(route));
  const answers = await answersOf(there.service, rest, { cookie: `${cookie}; ${plain}` });
  expect(answers).not.toContain("SECOND_FACTOR_MISSING");
  expect(answers).not.toContain("UNAUTHORIZED");
  await there.close();
});

test("a link that signs in while passwords are off leads to it too", async () => {
  const there = await openIdService({
    FIRSTHAND_REQUIRE_SECOND_FACTOR: "everyone",
    FIRSTHAND_OIDC_ONLY: "1",
  });
  const mia = await consoleCaller(there.service);
  await expectFailure(await mia.call("GET", "/clients"), "SECOND_FACTOR_MISSING");
  await turnOn(there.service, mia);
  expect((await mia.call("GET", "/clients")).status).toBe(200);
  await there.close();
});
