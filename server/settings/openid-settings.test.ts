import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { settings } from "./settings.ts";
import { shownSettings } from "./shown-settings.ts";

const SET = {
  FIRSTHAND_OIDC_ISSUER: "https://id.example.com",
  FIRSTHAND_OIDC_CLIENT_ID: "firsthand",
  FIRSTHAND_OIDC_CLIENT_SECRET: "sk-secret",
};

test("with all three settings, account managers sign in by OpenID Connect, and the secret is not shown", () => {
  const config = readConfig(SET);
  expect(config).toMatchObject({
    openIdIssuer: "https://id.example.com/",
    openIdClientId: "firsthand",
    openIdClientSecret: "sk-secret",
    openIdName: "single sign-on",
    isOpenIdOnly: false,
  });
  expect(JSON.stringify(shownSettings(SET))).not.toContain("sk-secret");
});

test.each([
  ["https://id.example.com/realms/acme", "https://id.example.com/realms/acme"],
  ["https://ID.example.com:443", "https://id.example.com/"],
  ["http://localhost:9000", "http://localhost:9000/"],
  ["http://[::1]:9000/", "http://[::1]:9000/"],
])("an issuer is normalized: %s", (FIRSTHAND_OIDC_ISSUER, openIdIssuer) => {
  expect(readConfig({ ...SET, FIRSTHAND_OIDC_ISSUER })).toMatchObject({ openIdIssuer });
});

describe("incomplete settings are refused, with what is missing:", () => {
  const names = Object.keys(SET) as (keyof typeof SET)[];
  test.each(names)("without %s", (name) => {
    const { [name]: _, ...rest } = SET;
    const sentence = `${name}: missing. OpenID Connect needs all three settings.`;
    expect(() => readConfig(rest)).toThrow(sentence);
    expect(() => readConfig({ ...SET, [name]: "" })).toThrow(sentence);
  });

  test.each(names)("with %s alone", (name) => {
    const others = names.filter((other) => other !== name);
    for (const other of others) expect(() => readConfig({ [name]: SET[name] })).toThrow(`${other}: `);
  });

  test("passwords cannot be turned off without another way to sign in", () => {
    expect(() => readConfig({ FIRSTHAND_OIDC_ONLY: "1" })).toThrow(
      "FIRSTHAND_OIDC_ONLY: without an issuer, no one could sign in. Set FIRSTHAND_OIDC_ISSUER.",
    );
    expect(readConfig({ ...SET, FIRSTHAND_OIDC_ONLY: "1" })).toMatchObject({ isOpenIdOnly: true });
  });

  test("OpenID needs a public address to send the browser back to", () => {
    expect(() => readConfig({ ...SET, PORT: "0" })).toThrow("FIRSTHAND_PUBLIC_URL: missing. With PORT=0");
    const known = { ...SET, PORT: "0", FIRSTHAND_PUBLIC_URL: "https://a.example" };
    expect(readConfig(known)).toMatchObject({ publicUrl: "https://a.example" });
  });
});

describe("a wrong value is reported with what is expected, and not quoted:", () => {
  test.each([
    ["FIRSTHAND_OIDC_ISSUER", "id.example.com"],
    ["FIRSTHAND_OIDC_ISSUER", "http://id.example.com"],
    ["FIRSTHAND_OIDC_ISSUER", "http://127.0.0.1.example.com"],
    ["FIRSTHAND_OIDC_ISSUER", "ftp://id.example.com"],
    ["FIRSTHAND_OIDC_ISSUER", "https://me:sk-secret@id.example.com"],
    ["FIRSTHAND_OIDC_ISSUER", "https://id.example.com?key=sk-secret"],
    ["FIRSTHAND_OIDC_ISSUER", "https://id.example.com#sk-secret"],
    ["FIRSTHAND_OIDC_ISSUER", "https://id.example.com/.well-known/openid-configuration"],
    ["FIRSTHAND_OIDC_CLIENT_ID", "two words"],
    ["FIRSTHAND_OIDC_CLIENT_ID", "x".repeat(1_001)],
    ["FIRSTHAND_OIDC_CLIENT_SECRET", "sk-secret\n"],
    ["FIRSTHAND_OIDC_CLIENT_SECRET", "sk-secret é"],
    ["FIRSTHAND_OIDC_NAME", "x".repeat(41)],
    ["FIRSTHAND_OIDC_NAME", "two\nlines"],
    ["FIRSTHAND_OIDC_NAME", "turned\u202eround"],
    ["FIRSTHAND_OIDC_NAME", "  "],
    ["FIRSTHAND_OIDC_ONLY", "yes"],
  ])("%s=%j", (name, value) => {
    const read = () => readConfig({ ...SET, [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name}: expected (?!.*sk-secret)`));
  });
});

test("the redirect address to register is shown with the settings", () => {
  expect(settings.openIdIssuer.describe).toContain("FIRSTHAND_PUBLIC_URL/v1/manage/auth/openid/callback");
});
