import { afterEach, beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#contract/instants.ts";
import { SIGN_IN_FAILURES_OF_ACCOUNT } from "#contract/manage/limits.ts";
import { CONSOLE, type ConsoleCaller, consoleCaller, PASSWORD } from "../../support/data/console-caller.ts";
import { expectFailure } from "../../support/security/failures.ts";
import { type Service, startService } from "../../support/service/service.ts";

let service: Service;
let mia: ConsoleCaller;
beforeEach(async () => {
  service = await startService({ env: { FIRSTHAND_TRUST_PROXY: "127.0.0.1" } });
  mia = await consoleCaller(service);
});
afterEach(() => service.close());

const signIn = (address: string, password = "wrong", email = mia.email) =>
  service.call("POST", "/v1/manage/auth/sign-in", {
    body: { email, password },
    headers: { ...CONSOLE, "x-forwarded-for": address },
  });

/** Guesses from many networks, each within its own limit. Returns how many were checked. */
async function guess(times: number): Promise<number> {
  let looked = 0;
  for (let time = 0; time < times; time++) {
    const { status } = await signIn(`203.0.${Math.floor(time / 4)}.1`);
    if (status === 401) looked++;
  }
  return looked;
}

test("guesses at one account are counted from all networks, and a known place can still sign in", async () => {
  expect((await signIn("198.51.100.7", PASSWORD)).status).toBe(200);
  expect(await guess(SIGN_IN_FAILURES_OF_ACCOUNT + 12)).toBe(SIGN_IN_FAILURES_OF_ACCOUNT);
  await expectFailure(await signIn("192.0.2.1", PASSWORD), "RATE_LIMITED");
  expect((await signIn("198.51.100.9", PASSWORD)).status).toBe(200);
  const other = await consoleCaller(service);
  expect((await signIn("192.0.2.1", PASSWORD, other.email)).status).toBe(200);
});

test("guesses from one IPv6 network count together, whatever the exact address", async () => {
  for (let time = 0; time < 5; time++)
    await expectFailure(await signIn(`2001:db8:1:1::${time + 1}`), "SIGN_IN_REFUSED");
  await expectFailure(await signIn("2001:db8:1:1::ffff", PASSWORD), "RATE_LIMITED");
  expect((await signIn("2001:db8:1:2::1", PASSWORD)).status).toBe(200);
});

test("a place is known for thirty days", async () => {
  const asked = { managerId: mia.managerId, address: "198.51.100.0/24" };
  await signIn("198.51.100.7", PASSWORD);
  const { now } = service.time;
  expect(await service.storage.audit.hasSignedInFrom({ ...asked, since: now - HOUR_MS })).toBe(true);
  expect(await service.storage.audit.hasSignedInFrom({ ...asked, since: now + DAY_MS })).toBe(false);
});
