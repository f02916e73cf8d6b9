/**
 * Why a person who returns from the OpenID Connect provider cannot sign in. The code is in the console's address after
 * `#refused=`, its sentence in `contract/messages/console/en.json` under `openid.refused.<code>`.
 */
export const openIdRefusals = [
  /** They have no account, or it is revoked; the answer does not say which. */
  "no-account",
  /** The provider does not confirm that the email address is theirs. */
  "unverified",
  /** The account is linked to another person at the provider. */
  "other-person",
  /** They declined at the provider. */
  "canceled",
  /** The sign-in was begun in another browser or too long ago, or was already used. */
  "expired",
  /** The provider does not answer. */
  "provider-down",
  /** The provider's answer is not valid; the log says why. */
  "provider-fault",
  "too-many",
  /** Our own server failed. */
  "server-fault",
] as const;
export type OpenIdRefusal = (typeof openIdRefusals)[number];

/** After these refusals, the person may want to choose another account than the one that the provider remembers. */
export const personRefusals: readonly OpenIdRefusal[] = ["no-account", "unverified", "other-person"];

/** How long a person has for signing in at the provider. */
export const OPENID_FLOW_MINUTES = 10;
