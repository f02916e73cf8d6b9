import { lookup } from "node:dns";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { expect, test } from "vitest";
import { sendRequest } from "../outgoing/send-request.ts";
import { readConfig } from "../settings/config.ts";
import { newFlow } from "./flow.ts";
import { openProvider } from "./provider.ts";

/** The issuer of every tenant (Microsoft's `common`); a person's identity in one tenant says nothing about another. */
const MANY = "https://login.microsoftonline.com/common/v2.0";
const ONE = "https://login.microsoftonline.com/tenant-1/v2.0";
const CALLBACK = "https://a.example/v1/manage/auth/openid/callback";

async function signedInAt(issuer: string) {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const now = Date.now();
  const { flow } = newFlow(now);
  const idToken = await new SignJWT({
    iss: ONE,
    aud: "firsthand",
    sub: "mia",
    nonce: flow.nonce,
    tid: "tenant-1",
  })
    .setProtectedHeader({ alg: "RS256" })
    .setIssuedAt()
    .setExpirationTime("1m")
    .sign(privateKey);
  const pages: { [address: string]: object } = {
    [`${issuer}/.well-known/openid-configuration`]: {
      issuer: issuer === MANY ? "https://login.microsoftonline.com/{tenantid}/v2.0" : issuer,
      authorization_endpoint: "https://login.microsoftonline.com/auth",
      token_endpoint: "https://login.microsoftonline.com/token",
      jwks_uri: "https://login.microsoftonline.com/keys",
    },
    "https://login.microsoftonline.com/token": { access_token: "a", token_type: "bearer", id_token: idToken },
    "https://login.microsoftonline.com/keys": { keys: [{ ...(await exportJWK(publicKey)), alg: "RS256" }] },
  };
  const config = readConfig({
    FIRSTHAND_PUBLIC_URL: "https://a.example",
    FIRSTHAND_OIDC_ISSUER: issuer,
    FIRSTHAND_OIDC_CLIENT_ID: "firsthand",
    FIRSTHAND_OIDC_CLIENT_SECRET: "sk-secret",
  });
  const provider = openProvider({
    config,
    clock: () => now,
    lookup,
    ask: async ({ url }) => ({
      status: 200,
      headers: { "content-type": "application/json" },
      read: async () => Buffer.from(JSON.stringify(pages[url.href] ?? {})),
      leave: () => undefined,
    }),
  });
  return {
    address: () => provider?.signInAddress(flow, { isAnew: false }),
    person: () => provider?.identify(flow, `?code=x&state=${flow.state}`),
  };
}

test("without settings there is no provider", () => {
  expect(openProvider({ config: readConfig({}), clock: Date.now, lookup, ask: sendRequest })).toBeUndefined();
});

test("the browser is sent back only to the address in the settings", async () => {
  const address = await (await signedInAt(ONE)).address();
  expect(address?.searchParams.get("redirect_uri")).toBe(CALLBACK);
});

test("a person of the single configured tenant is trusted", async () => {
  const { person } = await signedInAt(ONE);
  expect(await person()).toMatchObject({ issuer: ONE, subject: "mia" });
});

test("a person of one tenant among many is not: anyone can open a tenant with any email address", async () => {
  const { address, person } = await signedInAt(MANY);
  expect((await address())?.origin).toBe("https://login.microsoftonline.com");
  await expect(person()).rejects.toMatchObject({ refusal: "provider-fault", message: "another issuer" });
});
