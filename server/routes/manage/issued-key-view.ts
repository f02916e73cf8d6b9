import { isoOf } from "#contract/instants.ts";
import type { IssuedAccessKey } from "#contract/manage/clients.ts";
import type { IssuedKey } from "../../access-keys/issue-key.ts";
import { keyLink } from "../../access-keys/issue-key.ts";
import type { Config } from "../../settings/config.ts";

/** A new access key, as shown once only. */
export function toIssuedKeyView(
  config: Pick<Config, "publicUrl">,
  { clientId, keyId, accessKey, expiresAt }: IssuedKey & { clientId: string },
): IssuedAccessKey {
  return { clientId, keyId, accessKey, link: keyLink(config, accessKey), expiresAt: isoOf(expiresAt) };
}
