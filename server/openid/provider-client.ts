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
import { boundedBody } from "../bounded-body.ts";
import { ProviderFailure } from "./provider-failure.ts";

export type Registered = { issuer: string; clientId: string; secret: string };

/** Of each question to the provider; somebody waits before a white page. */
const TIME_LIMIT_SECONDS = 5;
const ANSWER_MAX_BYTES = 1024 * 1024;

/** Asks the provider where everything is; what is made of that asks all else. */
export async function discoverProvider(
  { issuer, clientId, secret }: Registered,
  send: typeof fetch,
): Promise<Configuration> {
  const client = await discovery(new URL(issuer), clientId, undefined, clientAuth(secret), {
    timeout: TIME_LIMIT_SECONDS,
    // the signature is checked too, although the token comes straight from the provider
    execute: [enableNonRepudiationChecks, ...(issuer.startsWith("http:") ? [allowInsecureRequests] : [])],
    [customFetch]: boundedFetch(send),
  });
  // what leads nowhere is not worth keeping
  buildAuthorizationUrl(client, {});
  return client;
}

/** In the body where the provider takes that: on how the header is encoded, providers disagree (RFC 6749 §2.3.1). */
function clientAuth(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...more) => {
    // a provider that does not say takes the header (Discovery §3)
    const taken = server.token_endpoint_auth_methods_supported ?? [];
    return (taken.includes("client_secret_post") ? post : basic)(server, ...more);
  };
}

/** No answer is read further than any of them is long. */
function boundedFetch(send: typeof fetch): CustomFetch {
  return async (address, { body: sent, ...options }) => {
    const response = await send(address, { ...options, ...(sent !== undefined && { body: sent }) });
    const body = await boundedBody(response, ANSWER_MAX_BYTES);
    if (body === undefined) throw new ProviderFailure("provider-fault", "an answer that is too long");
    const { status, headers } = response;
    return new Response(body.length > 0 ? new Uint8Array(body) : null, { status, headers });
  };
}
