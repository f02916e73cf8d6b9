import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HOUR_MS } from "#contract/instants.ts";
import { addManager } from "../../server/managers/accounts.ts";
import { openProvider } from "../../server/openid/provider.ts";
import { sendRequest } from "../../server/outgoing/send-request.ts";
import { readConfig } from "../../server/settings/config.ts";
import { fakeLookup } from "../support/fakes/fake-lookup.ts";
import { type HostileServer, hostileServer } from "../support/peers/hostile-server.ts";
import { type Lie, type LyingProvider, lyingProvider, type Page } from "../support/peers/lying-provider.ts";
import { expectFailure } from "../support/security/failures.ts";
import { openIdBrowser, openIdSettings } from "../support/service/openid-service.ts";
import { type Service, startService } from "../support/service/service.ts";

/** A fault at the provider lets no one in, delays no one else, and is explained in plain words. */

type Answers = NonNullable<Lie["answers"]>;
const FAULT = "/console/#refused=provider-fault";
const DOWN = "/console/#refused=provider-down";

let provider: LyingProvider;
let service: Service;
beforeEach(async () => {
  provider = await lyingProvider();
  service = await startService({ env: openIdSettings(provider.issuer) });
  const account = { name: "Mia", email: "mia@example.com", role: "manager" } as const;
  await addManager(service.storage, account, { actor: "operator", at: service.time.now });
});
afterEach(async () => {
  expect(provider.problems).toEqual([]);
  await service.close();
  await provider.close();
});

/** The address where a sign-in ends. */
async function signIn(browser = openIdBrowser(service)): Promise<string> {
  const there = await browser.begin();
  return there.startsWith("/") ? there : browser.comeBack(provider.answerTo(there));
}

const reasons = () =>
  service.logLines.flatMap((line) => (JSON.parse(line) as { reason?: string }).reason ?? []);

async function expectNobodyIn(): Promise<void> {
  const events = await service.storage.audit.listAll({ limit: 100 });
  const kinds = events.map(({ kind }) => kind);
  expect(kinds).not.toContain("manager.signed-in");
  expect(kinds).not.toContain("manager.linked");
}

test("with honest answers the sign-in works", async () => {
  const browser = openIdBrowser(service);
  expect(await signIn(browser)).toBe("/console/");
  expect((await browser.me()).status).toBe(200);
});

const seconds = () => Math.floor(Date.now() / 1_000);
const claims = (wrong: NonNullable<Lie["claims"]>): Lie => ({ claims: wrong });

describe("an ID token that must not be trusted:", () => {
  test.each<[string, () => Lie, string]>([
    ["of another issuer", () => claims({ iss: "https://evil.example" }), "iss"],
    ["for another audience", () => claims({ aud: "somebody-else" }), "aud"],
    ["with another nonce", () => claims({ nonce: "x".repeat(43) }), "nonce"],
    ["without a nonce", () => claims({ nonce: undefined }), "nonce"],
    ["that has expired", () => claims({ exp: seconds() - 60 }), "exp"],
    ["without an end", () => claims({ exp: undefined }), "exp"],
    ["of the future", () => claims({ nbf: seconds() + 600 }), "nbf"],
    ["without a person", () => claims({ sub: undefined }), "sub"],
    ["whose person is no text", () => claims({ sub: 7 as never }), ""],
    ["whose person has a name without an end", () => claims({ sub: "x".repeat(256) }), "a long subject"],
    ["signed with another key", () => ({ signature: "another key" }), ""],
    ["not signed", () => ({ signature: "none" }), ""],
    ["signed with the client's secret", () => ({ signature: "the secret" }), ""],
    ["with a broken signature", () => ({ signature: "broken" }), ""],
  ])("%s", async (_, lie, reason) => {
    provider.lieAbout(lie());
    expect(await signIn()).toBe(FAULT);
    expect(reasons()).toEqual([expect.stringContaining(reason)]);
    await expectNobodyIn();
  });
});

describe("an unusable answer:", () => {
  const json = (body: unknown): Answers => ({ token: { body } });
  test.each<[string, Answers, string]>([
    ["no ID token", json({ access_token: "a", token_type: "Bearer" }), FAULT],
    ["no JSON", { token: { body: "<html>", type: "text/html" } }, FAULT],
    ["half of it", json('{"access_token":"a",'), FAULT],
    ["a list", json([]), FAULT],
    ["a wrong secret", { token: { status: 401, body: { error: "invalid_client" } } }, FAULT],
    ["a redirect", { token: { status: 302, body: "" } }, FAULT],
    ["an answer without an end", { token: "endless" }, FAULT],
    [
      "a code that it does not know",
      { token: { status: 400, body: { error: "invalid_grant" } } },
      "/console/#refused=expired",
    ],
    ["the provider's own fault, in JSON", { token: { status: 500, body: { error: "oh" } } }, DOWN],
    ["the provider's own fault", { token: { status: 502, body: "<html>", type: "text/html" } }, DOWN],
    ["the connection cut", { token: "cuts" }, DOWN],
    ["an empty list of keys", { keys: { body: { keys: [] } } }, FAULT],
    ["keys without an end", { keys: "endless" }, FAULT],
  ])("%s", async (_, answers, where) => {
    provider.lieAbout({ answers });
    expect(await signIn()).toBe(where);
    expect(reasons()).toHaveLength(1);
    await expectNobodyIn();
  });

  test.each<[string, Answers, string]>([
    [
      "about another person",
      { person: { body: { sub: "eve", email: "mia@example.com", email_verified: true } } },
      FAULT,
    ],
    [
      "that confirms by a word",
      { person: { body: { sub: "mia", email: "mia@example.com", email_verified: "yes" } } },
      "/console/#refused=unverified",
    ],
    [
      "with an invalid address",
      { person: { body: { sub: "mia", email: { a: 1 }, email_verified: true } } },
      "/console/#refused=unverified",
    ],
    ["without an end", { person: "endless" }, FAULT],
    ["that is a fault", { person: { status: 500 } }, DOWN],
  ])("a page about the person %s", async (_, answers, where) => {
    provider.lieAbout({ claims: { email: undefined, email_verified: undefined }, answers });
    expect(await signIn()).toBe(where);
    await expectNobodyIn();
  });
});

describe("a discovery page:", () => {
  const found = (wrong: object) => ({
    discovery: { body: { issuer: provider.issuer, token_endpoint: `${provider.issuer}/token`, ...wrong } },
  });
  test.each<[string, () => Answers, string]>([
    ["of another issuer", () => found({ issuer: "https://evil.example" }), FAULT],
    ["with an issuer that is no address", () => found({ issuer: "x" }), FAULT],
    ["that leads nowhere", () => found({}), FAULT],
    ["that leads to a script", () => found({ authorization_endpoint: "javascript:alert(1)" }), FAULT],
    ["that leads to a file", () => found({ authorization_endpoint: "file:///etc/passwd" }), FAULT],
    ["that is not there", () => ({ discovery: { status: 404 } }), FAULT],
    ["elsewhere", () => ({ discovery: { status: 301 } }), FAULT],
    ["without an end", () => ({ discovery: "endless" }), FAULT],
    ["out of order", () => ({ discovery: { status: 503 } }), DOWN],
    ["cut off", () => ({ discovery: "cuts" }), DOWN],
  ])("%s", async (_, answers, where) => {
    provider.lieAbout({ answers: answers() });
    expect(await openIdBrowser(service).begin()).toBe(where);
    provider.lieAbout({});
    expect(await signIn(), "as soon as it is right").toBe("/console/");
  });
});

describe("a provider that points the server into this network:", () => {
  const pages = (names: object): Answers => ({
    discovery: {
      body: {
        issuer: provider.issuer,
        authorization_endpoint: `${provider.issuer}/auth`,
        token_endpoint: `${provider.issuer}/token`,
        jwks_uri: `${provider.issuer}/keys`,
        userinfo_endpoint: `${provider.issuer}/person`,
        id_token_signing_alg_values_supported: ["ES256"],
        ...names,
      },
    },
  });
  let inner: HostileServer;
  beforeEach(async () => {
    inner = await hostileServer(() => undefined, "127.0.0.2");
  });
  afterEach(async () => {
    expect(inner.connections()).toBe(0);
    await inner.close();
  });

  test.each(["token_endpoint", "jwks_uri", "userinfo_endpoint"])("by its %s", async (name) => {
    // leaves these claims out of the ID token, because the server otherwise doesn't ask for the person's page
    const lie = claims({ email: undefined, email_verified: undefined });
    for (const address of [
      inner.url,
      inner.url.replace("http:", "https:"),
      "http://169.254.169.254/latest/meta-data/",
      "https://[::ffff:10.0.0.1]/",
      "https://localhost/",
      "http://192.168.0.1/",
    ]) {
      provider.lieAbout({ ...lie, answers: pages({ [name]: address }) });
      service.time.now += HOUR_MS;
      expect(await signIn()).toBe(FAULT);
      expect(reasons().at(-1)).toBe("an address that is neither the issuer's own nor public");
    }
    await expectNobodyIn();
  });

  test.each<Page>(["discovery", "token", "keys", "person"])("by a redirect of its page %s", async (page) => {
    const lie = claims({ email: undefined, email_verified: undefined });
    provider.lieAbout({ ...lie, answers: { [page]: { status: 302, location: inner.url } } });
    expect(await signIn()).toBe(FAULT);
    await expectNobodyIn();
  });
});

test("a provider whose own name resolves to a cloud metadata address is not called", async () => {
  const { lookup } = fakeLookup("id.acme.example", ["169.254.169.254"]);
  const env = openIdSettings("https://id.acme.example");
  const openId = openProvider({ config: readConfig(env), clock: Date.now, lookup, ask: sendRequest });
  const alone = await startService({ env, openId });
  expect(await openIdBrowser(alone).begin()).toBe(FAULT);
  await alone.close();
});

test("a provider that is down blocks neither the server's start nor password sign-ins", async () => {
  const gone = await lyingProvider();
  await gone.close();
  const alone = await startService({ env: openIdSettings(gone.issuer) });
  expect(await openIdBrowser(alone).begin()).toBe(DOWN);
  expect((await alone.call("GET", "/readyz")).status).toBe(200);
  const body = { email: "nobody@example.com", password: "x" };
  const headers = { "x-firsthand-console": "1" };
  const byPassword = await alone.call("POST", "/v1/manage/auth/sign-in", { body, headers });
  await expectFailure(byPassword, "SIGN_IN_REFUSED");
  await alone.close();
});

test("a provider's pages are fetched again after at most an hour", async () => {
  expect(await signIn()).toBe("/console/");
  provider.lieAbout({ answers: { discovery: { status: 503 } } });
  expect(await signIn(), "the server uses what it found before").toBe("/console/");
  service.time.now += HOUR_MS;
  expect(await openIdBrowser(service).begin()).toBe(DOWN);
});

test("a provider that does not answer is given up after five seconds, and no other request waits", async () => {
  const silent = await lyingProvider();
  silent.lieAbout({ answers: { discovery: "hangs" } });
  const alone = await startService({ env: openIdSettings(silent.issuer) });
  const there = await openIdBrowser(service).begin();
  expect(there).toContain(provider.issuer);
  provider.lieAbout({ answers: { token: "hangs" } });
  const began = performance.now();
  const beginning = openIdBrowser(alone).begin();
  const waiting = signIn();
  const asked = performance.now();
  expect((await service.call("GET", "/readyz")).status).toBe(200);
  expect(performance.now() - asked).toBeLessThan(2_000);
  expect(await Promise.all([waiting, beginning])).toEqual([DOWN, DOWN]);
  expect(performance.now() - began).toBeGreaterThan(4_900);
  expect(reasons()).toEqual(["OAUTH_TIMEOUT"]);
  await expectNobodyIn();
  await alone.close();
  await silent.close();
});

test("a full disk redirects to the console too", async () => {
  const broken = await startService({
    env: openIdSettings(provider.issuer),
    storage: {
      ...service.storage,
      managerSessions: {
        ...service.storage.managerSessions,
        open: () => Promise.reject(new Error("a bug")),
      },
    },
  });
  expect(await signIn(openIdBrowser(broken))).toBe("/console/#refused=server-fault");
  expect(broken.logLines.join("")).toContain("unexpected error");
  await broken.close();
});
