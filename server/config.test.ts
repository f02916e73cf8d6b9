import { describe, expect, test } from "vitest";
import { ConfigError, readConfig, settings } from "./config.ts";

test("without any setting, the server listens on this machine alone, port 8080", () => {
  expect(readConfig({})).toMatchObject({
    host: "127.0.0.1",
    port: 8080,
    publicUrl: "http://127.0.0.1:8080",
    providerName: "Firsthand",
    trustedProxies: [],
    sessionRequestsPerMinute: 600,
    dictation: "browser",
    logLevel: "info",
    isProduction: false,
  });
});

test("an empty variable is as good as none", () => {
  const empty = Object.fromEntries(Object.values(settings).map(({ env }) => [env, ""]));
  expect(readConfig(empty)).toEqual(readConfig({}));
});

test("the database and its secrets are in the data folder, unless the secrets are named", () => {
  expect(readConfig({ FIRSTHAND_DATA: "/srv/a" })).toMatchObject({
    databaseFile: "/srv/a/firsthand.db",
    secretsFile: "/srv/a/secrets.json",
  });
  expect(readConfig({ FIRSTHAND_SECRETS: "/etc/keys.json" }).secretsFile).toBe("/etc/keys.json");
});

describe("a right value is read:", () => {
  test.each<[string, string, object]>([
    ["PORT", "0", { port: 0 }],
    ["PORT", "65535", { port: 65_535 }],
    ["HOST", "::1", { publicUrl: "http://[::1]:8080" }],
    ["FIRSTHAND_PUBLIC_URL", "https://a.example/", { publicUrl: "https://a.example" }],
    [
      "FIRSTHAND_TRUST_PROXY",
      "10.0.0.0/8, ::1 ,fd00::/64",
      { trustedProxies: ["10.0.0.0/8", "::1", "fd00::/64"] },
    ],
    ["FIRSTHAND_RATE_SESSION", "0", { sessionRequestsPerMinute: 0 }],
    ["FIRSTHAND_PROVIDER_NAME", "  Ána & Co ", { providerName: "Ána & Co" }],
    ["FIRSTHAND_DICTATION", "on-device", { dictation: "on-device" }],
    ["FIRSTHAND_LOG_LEVEL", "silent", { logLevel: "silent" }],
    ["NODE_ENV", "production", { isProduction: true }],
  ])("%s=%s", (name, value, expected) => {
    expect(readConfig({ [name]: value })).toMatchObject(expected);
  });
});

describe("a wrong value is named with what is expected:", () => {
  test.each([
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "8080.5"],
    ["PORT", "0x50"],
    ["PORT", " 80"],
    ["FIRSTHAND_RATE_SESSION", "many"],
    ["FIRSTHAND_PUBLIC_URL", "ftp://a.example"],
    ["FIRSTHAND_PUBLIC_URL", "https://a.example/path?x"],
    ["FIRSTHAND_PUBLIC_URL", "javascript:alert(1)"],
    ["FIRSTHAND_TRUST_PROXY", "10.0.0.0/33"],
    ["FIRSTHAND_TRUST_PROXY", "10.0.0.0/"],
    ["FIRSTHAND_TRUST_PROXY", "1"],
    ["FIRSTHAND_TRUST_PROXY", "true"],
    ["FIRSTHAND_INSECURE_HTTP", "true"],
    ["FIRSTHAND_DICTATION", "device"],
    ["FIRSTHAND_LOG_LEVEL", "INFO"],
    ["FIRSTHAND_PROVIDER_NAME", "a\nb"],
    ["DATABASE_URL", "postgres://x"],
  ])("%s=%j", (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: `));
  });

  test("a setting that is misspelt", () => {
    expect(() => readConfig({ FIRSTHAND_DTAA: "/x" })).toThrow("FIRSTHAND_DTAA: there is no such setting.");
  });
});

describe("beyond this machine the server listens only", () => {
  test.each([["0.0.0.0"], ["::"], ["192.168.1.2"], ["example.com"]])(
    "where somebody has said how it is protected: %s",
    (HOST) => {
      expect(() => readConfig({ HOST })).toThrow(
        /^HOST: .*FIRSTHAND_TRUST_PROXY, or set FIRSTHAND_INSECURE_HTTP=1/,
      );
      expect(readConfig({ HOST, FIRSTHAND_TRUST_PROXY: "10.0.0.1" }).host).toBe(HOST);
      expect(readConfig({ HOST, FIRSTHAND_INSECURE_HTTP: "1" }).host).toBe(HOST);
    },
  );
});
