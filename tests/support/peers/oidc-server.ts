import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import Provider, { type Configuration } from "oidc-provider";

export const CLIENT = { id: "firsthand", secret: "a-secret-of-the-client" };

export type OidcPerson = { subject: string; email?: string; isVerified?: boolean };
type Options = {
  authMethod?: "client_secret_basic" | "client_secret_post";
  /** To a browser, `localhost` is a different site from 127.0.0.1. */
  host?: string;
  /** Shows a page with a button to continue, as most providers do; the browser then comes back from that page. */
  hasScreen?: boolean;
};

export type OidcServer = Awaited<ReturnType<typeof oidcServer>>;

/**
 * A real OpenID Connect provider on loopback. Each visitor is the person that the test has set, or refuses. A request
 * that lacks the parameters of a safe sign-in is recorded as a problem.
 */
export async function oidcServer(
  redirectAddress: string,
  { authMethod = "client_secret_basic", host = "127.0.0.1", hasScreen = false }: Options = {},
) {
  const problems: string[] = [];
  const known = new Map<string, OidcPerson>();
  let person: OidcPerson | undefined;
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const key = { ...(await exportJWK(privateKey)), use: "sig", alg: "RS256", kid: "1" };
  const provider = new Provider(issuer, {
    ...CONFIGURATION,
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectAddress],
        token_endpoint_auth_method: authMethod,
      },
    ],
    clientAuthMethods: [authMethod],
    jwks: { keys: [key] },
    findAccount: (_, subject) => ({
      accountId: subject,
      claims: async () => ({
        sub: subject,
        ...claimsOf(known.get(subject)),
      }),
    }),
  });
  provider.on("server_error", (_, error) => problems.push(String(error)));
  const serve = provider.callback();

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const result = person
      ? { login: { accountId: person.subject } }
      : { error: "access_denied", error_description: "They said no" };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }

  server.on("request", (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", issuer);
    if (pathname === "/auth") problems.push(...faultsOf(searchParams));
    if (!pathname.startsWith("/interaction/")) void serve(request, response);
    else if (hasScreen && !searchParams.has("on"))
      response.setHeader("content-type", "text/html").end(SCREEN);
    else void interact(request, response);
  });

  return {
    issuer,
    problems,
    /** Sets the visitor; undefined refuses the sign-in. */
    comesAs(next: OidcPerson | undefined): void {
      person = next;
      if (next) known.set(next.subject, next);
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function claimsOf({ email, isVerified = true }: Partial<OidcPerson> = {}) {
  return email !== undefined && { email, email_verified: isVerified };
}

const SCREEN = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Provider</title><a href="?on">Continue</a>`;

const CONFIGURATION: Configuration = {
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
  pkce: { required: () => true },
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
  cookies: { keys: ["a key of the tests"] },
  ttl: {
    AccessToken: 60,
    AuthorizationCode: 60,
    Grant: 600,
    IdToken: 60,
    Interaction: 600,
    Session: 600,
  },
  // grants the consent that a person would give on a screen
  async loadExistingGrant({ oidc }) {
    const grant = new oidc.provider.Grant({
      clientId: oidc.client?.clientId ?? "",
      accountId: oidc.session?.accountId ?? "",
    });
    grant.addOIDCScope("openid email profile");
    await grant.save();
    return grant;
  },
};

const LONG = /^[\w-]{43}$/;

function faultsOf(asked: URLSearchParams): string[] {
  const isRight: { [name: string]: RegExp } = {
    response_type: /^code$/,
    scope: /^openid email profile$/,
    state: LONG,
    nonce: LONG,
    code_challenge: LONG,
    code_challenge_method: /^S256$/,
  };
  const names = Object.keys(isRight);
  return names.filter((name) => !isRight[name]?.test(asked.get(name) ?? ""));
}
