import type { Actor } from "../managers/actor.ts";
import type { OpenIdFlow } from "./flow.ts";
import { type AccountStorage, type LinkAccountResult, linkAccount } from "./link-account.ts";
import type { OpenIdProvider } from "./provider.ts";
import { ProviderFailure } from "./provider-failure.ts";

type CallbackInput = {
  /** The sign-in that this browser began, if any. */
  flow: OpenIdFlow | undefined;
  /** The query string that the provider sent back, with its question mark. */
  search: string;
};

/** Handles the provider's redirect. Rejects with ProviderFailure if the provider is down. */
export async function handleCallback(
  { storage, openId }: { storage: AccountStorage; openId: OpenIdProvider },
  { flow, search }: CallbackInput,
  actor: Actor,
): Promise<LinkAccountResult> {
  // checked before asking the provider: a sign-in that another browser began ends here
  if (!flow || new URLSearchParams(search).get("state") !== flow.state)
    return { refusal: "expired", cause: "expired" };
  try {
    return await linkAccount(storage, await openId.identify(flow, search), actor);
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.refusal === "provider-down") throw error;
    return { refusal: error.refusal, cause: error.refusal, reason: error.message };
  }
}
