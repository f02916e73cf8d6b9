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
import type { Flow } from "./flow.ts";
import { discoverProvider, type Way } from "./provider-client.ts";
import { ProviderFailure } from "./provider-failure.ts";
import { providerFailureOf } from "./read-provider-failure.ts";
import { createRenewed } from "./renewed.ts";

/** Somebody who has signed in at the provider. */
export type Person = Identity & {
  /** As the provider writes it, where it says that the address is theirs. Rejects with ProviderFailure. */
  verifiedEmail(): Promise<string | undefined>;
};

/** The one provider of the settings. Both calls reject with ProviderFailure. */
export type OpenIdProvider = {
  /** Of the settings, in its one form. */
  issuer: string;
  /** The words on the button. */
  name: string;
  /** Where the browser is sent to sign in; anew, also where the provider has somebody signed in already. */
  signInAddress(flow: Flow, options: { isAnew: boolean }): Promise<URL>;
  /** Who came back, by what stands in the address behind the question mark. */
  identify(flow: Flow, search: string): Promise<Person>;
};

type OpenProviderOptions = Way & {
  config: Pick<Config, "openIdIssuer" | "openIdClientId" | "openIdClientSecret" | "openIdName" | "publicUrl">;
  /** Epoch milliseconds. */
  clock: () => number;
};

const SCOPE = "openid email profile";
/** OpenID Connect Core §2 */
const SUBJECT_MAX_LENGTH = 255;

/** Asks nothing before somebody signs in. Undefined where none is set. */
export function openProvider({ config, clock, ...way }: OpenProviderOptions): OpenIdProvider | undefined {
  const { openIdIssuer: issuer, openIdClientId: clientId, openIdClientSecret: secret } = config;
  if (issuer === undefined || clientId === undefined || secret === undefined) return undefined;
  const redirectAddress = config.publicUrl + manageEndpoints.endOpenId.path;
  const discovered = createRenewed(() => discoverProvider({ issuer, clientId, secret }, way), clock);
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
  // one address may speak for many tenants, each with its own people
  if (new URL(iss).href !== issuer) throw new ProviderFailure("provider-fault", "another issuer");
  if (subject.length > SUBJECT_MAX_LENGTH) throw new ProviderFailure("provider-fault", "a long subject");
  return {
    subject,
    async verifiedEmail() {
      if (claims.email !== undefined) return emailOf(claims);
      // where the ID token does not say, the provider's page about the person does (Core §5.4)
      return emailOf(await asked((client) => fetchUserInfo(client, tokens.access_token, subject)));
    },
  };
}

function emailOf({ email, email_verified }: { readonly [claim: string]: unknown }): string | undefined {
  return email_verified === true && typeof email === "string" ? email : undefined;
}
