import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
} from "openid-client";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { Config } from "../settings/config.ts";
import type { Identity } from "../storage/managers/manager-identities.ts";
import { cacheForAnHour } from "./cache-for-an-hour.ts";
import type { OpenIdFlow } from "./flow.ts";
import { discoverProvider, type ProviderConnection } from "./provider-client.ts";
import { ProviderFailure } from "./provider-failure.ts";
import { providerFailureOf } from "./read-provider-failure.ts";

/** A person who has signed in at the provider. */
export type Person = Identity & {
  /** The email address, if the provider says that it is verified. Rejects with ProviderFailure. */
  verifiedEmail(): Promise<string | undefined>;
};

/** The OpenID Connect provider of the settings. Both methods reject with ProviderFailure. */
export type OpenIdProvider = {
  /** The issuer of the settings, normalized. */
  issuer: string;
  /** The provider's name on the sign-in button. */
  name: string;
  /** The address to send the browser to. `isAnew` asks for a fresh sign-in even if the provider has a session. */
  signInAddress(flow: OpenIdFlow, options: { isAnew: boolean }): Promise<URL>;
  /** Identifies the person from the query string of the redirect. */
  identify(flow: OpenIdFlow, search: string): Promise<Person>;
};

type OpenProviderOptions = ProviderConnection & {
  config: Pick<Config, "openIdIssuer" | "openIdClientId" | "openIdClientSecret" | "openIdName" | "publicUrl">;
  /** Epoch milliseconds. */
  clock: () => number;
};

const SCOPE = "openid email profile";
/** OpenID Connect Core §2 */
const SUBJECT_MAX_LENGTH = 255;

/** Sends no request before the first sign-in. Undefined if no provider is set. */
export function openProvider({ config, clock, ...way }: OpenProviderOptions): OpenIdProvider | undefined {
  const { openIdIssuer: issuer, openIdClientId: clientId, openIdClientSecret: secret } = config;
  if (issuer === undefined || clientId === undefined || secret === undefined) return undefined;
  const redirectAddress = config.publicUrl + manageEndpoints.endOpenId.path;
  const discovered = cacheForAnHour(() => discoverProvider({ issuer, clientId, secret }, way), clock);
  const asked: AskProvider = async (ask) => {
    try {
      return await ask(await discovered());
    } catch (error) {
      throw providerFailureOf(error);
    }
  };

  return {
    issuer,
    name: config.openIdName,
    signInAddress: (flow, { isAnew }) =>
      asked(async (client) =>
        buildAuthorizationUrl(client, {
          redirect_uri: redirectAddress,
          scope: SCOPE,
          state: flow.state,
          nonce: flow.nonce,
          code_challenge: await calculatePKCECodeChallenge(flow.codeVerifier),
          code_challenge_method: "S256",
          ...(isAnew && { prompt: "login" }),
        }),
      ),

    async identify(flow, search) {
      const tokens = await asked((client) =>
        authorizationCodeGrant(client, new URL(search, redirectAddress), {
          pkceCodeVerifier: flow.codeVerifier,
          expectedState: flow.state,
          expectedNonce: flow.nonce,
          idTokenExpected: true,
        }),
      );
      return { issuer, ...personOf(tokens, issuer, asked) };
    },
  };
}

type AskProvider = <Answer>(ask: (client: Configuration) => Promise<Answer>) => Promise<Answer>;
type Tokens = Awaited<ReturnType<typeof authorizationCodeGrant>>;

function personOf(tokens: Tokens, issuer: string, asked: AskProvider): Omit<Person, "issuer"> {
  const claims = tokens.claims();
  if (!claims) throw new ProviderFailure("provider-fault", "no ID token");
  const { iss, sub: subject } = claims;
  // one address may serve many tenants, each with its own users
  if (new URL(iss).href !== issuer) throw new ProviderFailure("provider-fault", "another issuer");
  if (subject.length > SUBJECT_MAX_LENGTH) throw new ProviderFailure("provider-fault", "a long subject");
  return {
    subject,
    async verifiedEmail() {
      if (claims.email !== undefined) return emailOf(claims);
      // without an email claim in the ID token, the userinfo endpoint has it (Core §5.4)
      return emailOf(await asked((client) => fetchUserInfo(client, tokens.access_token, subject)));
    },
  };
}

function emailOf({ email, email_verified }: { readonly [claim: string]: unknown }): string | undefined {
  return email_verified === true && typeof email === "string" ? email : undefined;
}
