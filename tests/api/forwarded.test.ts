import { afterEach, describe, expect, test } from "vitest";
import { CONSOLE, type ConsoleCaller, consoleCaller, PASSWORD } from "../support/data/console-caller.ts";
import { expectFailure } from "../support/security/failures.ts";
import { type Service, startService } from "../support/service/service.ts";

/** The caller's address and protocol are taken only from the configured proxy (promise P45). */

type Headers = { [name: string]: string };

let service: Service;
let mia: ConsoleCaller;
afterEach(() => service.close());

async function start(trusted?: string): Promise<void> {
  service = await startService({ env: trusted === undefined ? {} : { FIRSTHAND_TRUST_PROXY: trusted } });
  mia = await consoleCaller(service);
}
const signIn = (headers: Headers = {}, password = PASSWORD) =>
  service.call("POST", "/v1/manage/auth/sign-in", {
    body: { email: mia.email, password },
    headers: { ...CONSOLE, ...headers },
  });
/** The network that the audit trail records for the newest event. */
async function notedAddress(headers: Headers): Promise<string | undefined> {
  service.time.now += 1;
  await signIn(headers);
  const [newest] = await service.storage.audit.listAll({ limit: 1 });
  return newest?.address;
}

const EVERY_WAY = [
  "x-forwarded-for",
  "x-real-ip",
  "x-client-ip",
  "x-cluster-client-ip",
  "cf-connecting-ip",
  "true-client-ip",
  "fastly-client-ip",
  "forwarded",
];
const FORGED = Object.fromEntries(EVERY_WAY.map((name) => [name, "198.51.100.7"]));
const AS_IF_BY_TLS = {
  "x-forwarded-proto": "https",
  "x-forwarded-ssl": "on",
  "front-end-https": "on",
  "x-forwarded-host": "evil.example",
  forwarded: "for=198.51.100.7;proto=https;host=evil.example",
};

describe.each([undefined, "10.0.0.0/8, ::1"])("a caller that is not a proxy (trusted: %s)", (trusted) => {
  test("has its own connection's address, whatever it says", async () => {
    await start(trusted);
    expect(await notedAddress(FORGED)).toBe("127.0.0.0/24");
  });

  test("speaks plain http, whatever it says", async () => {
    await start(trusted);
    const cookie = (await signIn(AS_IF_BY_TLS)).headers.get("set-cookie");
    expect(cookie).toMatch(/^firsthand-console=/);
    expect(cookie).not.toContain("Secure");
  });

  test("gets no more attempts by sending another address each time", async () => {
    await start(trusted);
    for (let time = 1; time <= 5; time++)
      await expectFailure(
        await signIn({ ...FORGED, "x-forwarded-for": `1.1.1.${time}` }, "wrong"),
        "SIGN_IN_REFUSED",
      );
    await expectFailure(await signIn({ "x-forwarded-for": "1.1.1.6" }, "wrong"), "RATE_LIMITED");
  });
});

describe("the configured proxy", () => {
  test.each([
    ["198.51.100.7", "198.51.100.0/24"],
    ["203.0.113.9, 198.51.100.7", "198.51.100.0/24"],
    ["198.51.100.7, 127.0.0.9", "198.51.100.0/24"],
    ["198.51.100.7:54321", "198.51.100.0/24"],
    ["[2001:db8:1:2::3]:443", "2001:db8:1::/48"],
    ["2001:db8:1:2::3", "2001:db8:1::/48"],
    ["junk, 198.51.100.7", "198.51.100.0/24"],
    ["junk", "127.0.0.0/24"],
    ["unknown", "127.0.0.0/24"],
    [",, ,", "127.0.0.0/24"],
    ["fe80::1%eth0", "fe80:0:0::/48"],
    ['"[2001:db8:1:2::3]:443"', "2001:db8:1::/48"],
    // the nearest proxy's entry is unreadable, and earlier entries may be forged
    ["203.0.113.9, unix:", "127.0.0.0/24"],
    ["203.0.113.9, unknown", "127.0.0.0/24"],
    ["203.0.113.9, unknown, 198.51.100.7", "198.51.100.0/24"],
    ["127.0.0.5", "127.0.0.0/24"],
    [`${"192.0.2.1, ".repeat(1_000)}198.51.100.7`, "198.51.100.0/24"],
  ])("says %s", async (header, noted) => {
    await start("127.0.0.0/8");
    expect(await notedAddress({ "x-forwarded-for": header })).toBe(noted);
  });

  test("is believed only in that header", async () => {
    await start("127.0.0.0/8");
    const { "x-forwarded-for": _, ...others } = FORGED;
    expect(await notedAddress(others)).toBe("127.0.0.0/24");
  });

  test("does not give more attempts where it adds an invalid address after invented ones", async () => {
    await start("127.0.0.0/8");
    for (let time = 1; time <= 5; time++)
      await signIn({ "x-forwarded-for": `198.51.100.${time}, unix:` }, "wrong");
    await expectFailure(await signIn({ "x-forwarded-for": "198.51.100.6, unix:" }, "wrong"), "RATE_LIMITED");
  });

  test("does not make a caller a new one because of another port", async () => {
    await start("127.0.0.0/8");
    for (let time = 1; time <= 5; time++)
      await signIn({ "x-forwarded-for": `198.51.100.7:${50_000 + time}` }, "wrong");
    await expectFailure(await signIn({ "x-forwarded-for": "198.51.100.7:60000" }, "wrong"), "RATE_LIMITED");
    await expectFailure(
      await signIn({ "x-forwarded-for": "198.51.100.8:60000" }, "wrong"),
      "SIGN_IN_REFUSED",
    );
  });

  test.each(["http", "ftp", "HTTPS;evil", "", "javascript:"])(
    "sets no cookie for TLS where it says %s",
    async (proto) => {
      await start("127.0.0.0/8");
      const cookie = (await signIn({ "x-forwarded-proto": proto })).headers.get("set-cookie");
      expect(cookie).toMatch(/^firsthand-console=/);
    },
  );
});
