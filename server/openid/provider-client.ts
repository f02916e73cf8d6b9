import type { IncomingHttpHeaders } from "node:http";
import {
  allowInsecureRequests,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from "openid-client";
import { serviceEgressPolicy } from "../outgoing/egress-policy.ts";
import type { Lookup } from "../outgoing/guarded-lookup.ts";
import type { SendRequest } from "../outgoing/send-request.ts";
import { ProviderFailure } from "./provider-failure.ts";
import { connectionFailureOf } from "./read-provider-failure.ts";

export type OpenIdRegistration = { issuer: string; clientId: string; secret: string };

/** How the provider is reached. */
export type ProviderConnection = { ask: SendRequest; lookup: Lookup };

/** For each request to the provider; the person sees a blank page meanwhile. */
const TIME_LIMIT_SECONDS = 5;
const ANSWER_MAX_BYTES = 1024 * 1024;

/** Fetches the provider's metadata and returns the configured client. */
export async function discoverProvider(
  { issuer, clientId, secret }: OpenIdRegistration,
  way: ProviderConnection,
): Promise<Configuration> {
  const client = await discovery(new URL(issuer), clientId, undefined, clientAuth(secret), {
    timeout: TIME_LIMIT_SECONDS,
    // verifies the signature as well, although the token comes straight from the provider
    execute: [enableNonRepudiationChecks, ...(issuer.startsWith("http:") ? [allowInsecureRequests] : [])],
    [customFetch]: guardedFetch(issuer, way),
  });
  // throws if the authorization address is unusable, so that such metadata is not cached
  buildAuthorizationUrl(client, {});
  return client;
}

/**
 * Sends the secret in the body if the provider accepts that, because providers disagree on how to encode the header
 * (RFC 6749 §2.3.1).
 */
function clientAuth(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...more) => {
    // by default, a provider accepts the header (Discovery §3)
    const taken = server.token_endpoint_auth_methods_supported ?? [];
    return (taken.includes("client_secret_post") ? post : basic)(server, ...more);
  };
}

/**
 * The library's fetch with egress rules: the issuer's own host may be in a private network; every other address that
 * the provider names must be public. Answers are limited in size.
 */
function guardedFetch(issuer: string, { ask, lookup }: ProviderConnection): CustomFetch {
  const reachOf = serviceEgressPolicy(new URL(issuer));
  return async (address, { body, method, headers, signal }) => {
    const url = new URL(address);
    const limits = {
      signal: signal ?? AbortSignal.timeout(TIME_LIMIT_SECONDS * 1_000),
      maxBytes: ANSWER_MAX_BYTES,
    };
    const question = { url, method, headers, ...(body != null && { body: String(body) }) };
    const {
      status,
      headers: answerHeaders,
      bytes,
    } = await wholeAnswer(ask(question, { reach: reachOf(url), lookup, ...limits }));
    if (bytes === undefined) throw new ProviderFailure("provider-fault", "an answer that is too long");
    return new Response(bytes.length > 0 ? new Uint8Array(bytes) : null, {
      status,
      headers: linesOf(answerHeaders),
    });
  };
}

async function wholeAnswer(asked: ReturnType<SendRequest>) {
  try {
    const { status, headers, read } = await asked;
    return { status, headers, bytes: await read() };
  } catch (error) {
    throw connectionFailureOf(error);
  }
}

function linesOf(headers: IncomingHttpHeaders): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((line): [string, string] => [name, line]),
  );
}
