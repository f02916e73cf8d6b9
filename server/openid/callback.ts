import type { Actor } from "../managers/actor.ts";
import type { Flow } from "./flow.ts";
import { type Accounts, type Admission, admit } from "./link-account.ts";
import type { OpenIdProvider } from "./provider.ts";
import { ProviderFailure } from "./provider-failure.ts";

type Return = {
  /** That this browser began, if any. */
  flow: Flow | undefined;
  /** What the provider sent back, with its question mark. */
  search: string;
};

/** What comes of the provider's answer. Rejects with ProviderFailure where the provider is down. */
export async function comeBack(
  { storage, openId }: { storage: Accounts; openId: OpenIdProvider },
  { flow, search }: Return,
  actor: Actor,
): Promise<Admission> {
  // before anybody is asked: what another browser began does not concern the provider
  if (!flow || new URLSearchParams(search).get("state") !== flow.state)
    return { refusal: "expired", cause: "expired" };
  try {
    return await admit(storage, await openId.identify(flow, search), actor);
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.refusal === "provider-down") throw error;
    return { refusal: error.refusal, cause: error.refusal, reason: error.message };
  }
}
