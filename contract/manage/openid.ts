/**
 * Why somebody who came back from the provider's sign-in is not let in. It stands in the console's address after
 * `#refused=`, and its sentence in `contract/messages/console/en.json` under `openid.refused.<code>`.
 */
export const openIdRefusals = [
  /** Nobody has made an account for them, or it is revoked, which is nobody else's business. */
  "no-account",
  /** The provider does not say that the email address is theirs. */
  "unverified",
  /** The account is linked to another person there. */
  "other-person",
  /** They said no there. */
  "canceled",
  /** Begun in another browser or too long ago, or used already. */
  "expired",
  /** The provider does not answer. */
  "provider-down",
  /** The provider's answer does not stand up; the log says why. */
  "provider-fault",
  "too-many",
  /** Our own server could not do its part. */
  "server-fault",
] as const;
export type OpenIdRefusal = (typeof openIdRefusals)[number];

/** After these refusals somebody else may want to sign in than the one whom the provider remembers. */
export const personRefusals: readonly OpenIdRefusal[] = ["no-account", "unverified", "other-person"];

/** So long somebody may take to sign in there. */
export const OPENID_FLOW_MINUTES = 10;
