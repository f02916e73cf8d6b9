import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { CALLBACK } from "../service/openid-service.ts";
import { CLIENT } from "./oidc-server.ts";

export type Page = "discovery" | "token" | "keys" | "person";
type Answer =
  | { status?: number; body?: unknown; type?: string; location?: string }
  | "hangs"
  | "cuts"
  | "endless";
export type Lie = {
  /** Replaces the true answer, by page: `hangs` answers nothing, `cuts` ends the connection, `endless` never ends. */
  answers?: { [P in Page]?: Answer };
  /** Overrides the correct claims of the ID token; undefined removes a claim. */
  claims?: { [name: string]: unknown };
  /** A wrong signature of the ID token. */
  signature?: "another key" | "none" | "the secret" | "broken";
};

export type LyingProvider = Awaited<ReturnType<typeof lyingProvider>>;

/** A provider that is correct except for the one lie of the test; an incorrect request is recorded as a problem. */
export async function lyingProvider() {
  const problems: string[] = [];
  let lie: Lie = {};
  let nonce = "";
  let challenge = "";
  const right = await generateKeyPair("ES256");
  const other = await generateKeyPair("ES256");
  const keys = { keys: [{ ...(await exportJWK(right.publicKey)), kid: "1", alg: "ES256", use: "sig" }] };
  const server = createServer((request, response) => void serve(request, response).catch(() => undefined));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: issuer,
      aud: CLIENT.id,
      sub: "mia",
      nonce,
      iat: now,
      exp: now + 60,
      email: "mia@example.com",
      email_verified: true,
      ...lie.claims,
    };
    const token = new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: "1" });
    if (lie.signature === "none") return new UnsecuredJWT(claims).encode();
    if (lie.signature === "the secret")
      return new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256" })
        .sign(new TextEncoder().encode(CLIENT.secret));
    const signed = await token.sign(lie.signature === "another key" ? other.privateKey : right.privateKey);
    return lie.signature === "broken" ? signed.replace(/\.[^.]{4}([^.]+)$/, ".AAAA$1") : signed;
  }

  const pages: { [path: string]: [Page, (request: IncomingMessage) => Promise<unknown>] } = {
    "/.well-known/openid-configuration": [
      "discovery",
      async () => ({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        id_token_signing_alg_values_supported: ["ES256"],
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/person`,
      }),
    ],
    "/token": [
      "token",
      async (request) => {
        problems.push(...faultsOf(request, new URLSearchParams(await text(request)), challenge));
        return { access_token: "an-access-token", token_type: "Bearer", id_token: await idToken() };
      },
    ],
    "/keys": ["keys", async () => keys],
    "/person": ["person", async () => ({ sub: "mia", email: "mia@example.com", email_verified: true })],
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [page, answer] = pages[request.url ?? ""] ?? ["person", async () => ({ error: "no such page" })];
    const reply = lie.answers?.[page] ?? {};
    const body = await answer(request);
    if (reply === "hangs") return;
    if (reply === "cuts") {
      request.socket.destroy();
      return;
    }
    if (reply === "endless") {
      response.writeHead(200, { "content-type": "application/json" });
      await pipeline(Readable.from(endless()), response);
      return;
    }
    const { status = 200, type = "application/json", location } = reply;
    const sent = reply.body ?? body;
    response.writeHead(status, { "content-type": type, ...(location && { location }) });
    response.end(typeof sent === "string" ? sent : JSON.stringify(sent));
  }

  return {
    issuer,
    problems,
    lieAbout(next: Lie): void {
      lie = next;
    },
    /** The address to which the provider would send back a browser that came to `address`. */
    answerTo(address: string): string {
      const asked = new URL(address).searchParams;
      nonce = asked.get("nonce") ?? "";
      challenge = asked.get("code_challenge") ?? "";
      return `${CALLBACK}?code=a-code&state=${asked.get("state")}`;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function* endless() {
  for (;;) yield " ".repeat(64 * 1024);
}

/** What is wrong with a token request (RFC 6749 §4.1.3, RFC 7636 §4.5). */
function faultsOf({ method, headers }: IncomingMessage, sent: URLSearchParams, challenge: string): string[] {
  const basic = Buffer.from(headers.authorization?.replace("Basic ", "") ?? "", "base64").toString();
  const verifier = createHash("sha256")
    .update(sent.get("code_verifier") ?? "")
    .digest("base64url");
  const isRight = {
    method: method === "POST",
    // form-encoded (RFC 6749 §2.3.1)
    authorization: basic.split(":").map(decodeURIComponent).join(":") === `${CLIENT.id}:${CLIENT.secret}`,
    grant_type: sent.get("grant_type") === "authorization_code",
    code: sent.get("code") === "a-code",
    redirect_uri: sent.get("redirect_uri") === CALLBACK,
    code_verifier: verifier === challenge,
    client_secret: !sent.has("client_secret"),
  };
  return Object.entries(isRight).flatMap(([name, right]) => (right ? [] : [name]));
}
