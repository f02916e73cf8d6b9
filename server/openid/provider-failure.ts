import type { OpenIdRefusal } from "#contract/manage/openid.ts";

/** A failure that the provider or the connection to it caused. */
export class ProviderFailure extends Error {
  override name = "ProviderFailure";
  readonly refusal: OpenIdRefusal;

  /** `reason` is logged, so it holds only our own words and codes; the library's errors contain tokens and claims. */
  constructor(refusal: OpenIdRefusal, reason: string) {
    super(reason);
    this.refusal = refusal;
  }
}
