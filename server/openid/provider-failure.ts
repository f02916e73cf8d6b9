import type { OpenIdRefusal } from "#contract/manage/openid.ts";

/** What the provider, or the way to it, is to blame for. */
export class ProviderFailure extends Error {
  override name = "ProviderFailure";
  readonly refusal: OpenIdRefusal;

  /** `reason` is for the log: words of ours and codes, since the library's own causes hold tokens and claims. */
  constructor(refusal: OpenIdRefusal, reason: string) {
    super(reason);
    this.refusal = refusal;
  }
}
