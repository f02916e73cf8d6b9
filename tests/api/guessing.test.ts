import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditTrail } from "../support/data/audit-trail.ts";
import { expectFailure } from "../support/security/failures.ts";
import { sameIdOtherSecret, unknownKey } from "../support/security/wrong-keys.ts";
import { type Service, startService } from "../support/service/service.ts";

let service: Service;
afterEach(() => service.close());

const exchange = (key: string, headers: { [name: string]: string } = {}) =>
  service.call("POST", "/v1/auth/exchange", { body: { key }, headers });
const guess = (headers: { [name: string]: string } = {}) => exchange("a guess", headers);

async function statuses(count: number, headersOf: (place: number) => { [name: string]: string }) {
  const found: number[] = [];
  for (let place = 1; place <= count; place++) found.push((await guess(headersOf(place))).status);
  return found;
}
const refusedAtTheEleventh = [...Array<number>(10).fill(401), 429];
const neverRefused = Array<number>(11).fill(401);

describe("without a configured proxy", () => {
  beforeEach(async () => {
    service = await startService();
  });

  test("the eleventh wrong key within a minute has to wait; a valid key from the same address works", async () => {
    const { accessKey } = await service.addClient();
    expect(await statuses(10, () => ({}))).not.toContain(429);
    const refused = await guess();
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    await expectFailure(refused, "RATE_LIMITED");
    for (let time = 0; time < 15; time++) {
      const right = await service.call("POST", "/v1/auth/exchange", { body: { key: accessKey } });
      expect(right.status).toBe(200);
    }
    expect((await guess()).status).toBe(429);
  });

  test("valid keys are not counted", async () => {
    const { accessKey } = await service.addClient();
    for (let time = 0; time < 12; time++) {
      await service.call("POST", "/v1/auth/exchange", { body: { key: accessKey } });
    }
    expect(await statuses(10, () => ({}))).not.toContain(429);
  });

  test("a hundred guesses write no more than ten lines into the audit trail", async () => {
    await Promise.all(Array.from({ length: 100 }, () => guess()));
    expect(auditTrail(service).filter((event) => event.kind === "key.refused")).toHaveLength(10);
  });

  test("X-Forwarded-For changes nothing", async () => {
    expect(await statuses(11, (place) => ({ "x-forwarded-for": `198.51.100.${place}` }))).toEqual(
      refusedAtTheEleventh,
    );
  });
});

test("X-Forwarded-For is ignored when another machine than the caller is the proxy", async () => {
  service = await startService({ env: { FIRSTHAND_TRUST_PROXY: "10.0.0.0/8" } });
  expect(await statuses(11, (place) => ({ "x-forwarded-for": `198.51.100.${place}` }))).toEqual(
    refusedAtTheEleventh,
  );
});

describe("behind the configured proxy", () => {
  beforeEach(async () => {
    service = await startService({ env: { FIRSTHAND_TRUST_PROXY: "127.0.0.0/8, ::1" } });
  });

  test("each caller is counted separately", async () => {
    expect(await statuses(11, (place) => ({ "x-forwarded-for": `198.51.100.${place}` }))).toEqual(
      neverRefused,
    );
    expect(await statuses(10, () => ({ "x-forwarded-for": "198.51.100.1" }))).toContain(429);
  });

  test("an address that the caller prepended does not count", async () => {
    const forged = (place: number) => ({ "x-forwarded-for": `192.0.2.${place}, 198.51.100.7` });
    expect(await statuses(11, forged)).toEqual(refusedAtTheEleventh);
  });

  test("the addresses of one IPv6 network are one caller", async () => {
    const neighbor = (place: number) => ({ "x-forwarded-for": `2001:db8:1:2::${place}` });
    expect(await statuses(11, neighbor)).toEqual(refusedAtTheEleventh);
    expect((await guess({ "x-forwarded-for": "2001:db8:1:3::1" })).status).toBe(401);
  });
});

describe("guesses at one key from new addresses each time", () => {
  let from = 0;
  const anew = () => ({ "x-forwarded-for": `198.51.${100 + (from >> 8)}.${from++ & 255}` });

  beforeEach(async () => {
    from = 0;
    service = await startService({ env: { FIRSTHAND_TRUST_PROXY: "127.0.0.0/8, ::1" } });
  });

  /** The first `looked` wrong keys are checked; the next one has to wait `seconds`. */
  async function expectWait(looked: number, seconds: number, makeKey: () => string) {
    for (let time = 0; time < looked; time++) expect((await exchange(makeKey(), anew())).status).toBe(401);
    const refused = await exchange(makeKey(), anew());
    expect(refused.headers.get("retry-after")).toBe(String(seconds));
    await expectFailure(refused, "RATE_LIMITED");
  }

  test("wait longer and longer, up to an hour, while the right key does not wait", async () => {
    const { accessKey } = await service.addClient();
    const wrong = () => sameIdOtherSecret(accessKey);
    await expectWait(10, 30, wrong);
    for (const seconds of [60, 120, 240, 480, 960, 1_920, 3_600, 3_600]) {
      service.time.now += 3_600_000;
      await expectWait(1, seconds, wrong);
    }
    expect((await exchange(accessKey, anew())).status).toBe(200);
    await expectWait(10, 30, wrong);
  });

  test("wait as long where no such key exists", async () => {
    const nobodys = unknownKey();
    await expectWait(10, 30, () => sameIdOtherSecret(nobodys));
  });

  test("do not delay wrong keys of others", async () => {
    const { accessKey } = await service.addClient();
    await expectWait(10, 30, () => sameIdOtherSecret(accessKey));
    expect((await exchange(unknownKey(), anew())).status).toBe(401);
  });

  test("are checked at most 200 times a minute in total, whatever the key, and right keys always", async () => {
    const { accessKey } = await service.addClient();
    const found: number[] = [];
    for (let time = 0; time < 201; time++) found.push((await exchange(unknownKey(), anew())).status);
    expect(found).toEqual([...Array<number>(200).fill(401), 429]);
    expect((await exchange(accessKey, anew())).status).toBe(200);
  });

  test("from one address use up no attempts of other addresses", async () => {
    for (let time = 0; time < 210; time++) await guess({ "x-forwarded-for": "203.0.113.9" });
    expect((await guess(anew())).status).toBe(401);
  });
});
