import { isoOf } from "#contract/instants.ts";
import type { IssuedKey } from "../../access-keys/issue-key.ts";
import { print } from "../command.ts";

type Issued = IssuedKey & { clientId: string; name: string; link: string };

/** Tells of a new key, the one time that it is shown. */
export function printIssued(
  { clientId, name, keyId, accessKey, link, expiresAt }: Issued,
  asJson?: boolean,
): void {
  print({ clientId, clientName: name, keyId, accessKey, link, expiresAt: isoOf(expiresAt) }, asJson, [
    `Client: ${name} (${clientId})`,
    `Access key: ${accessKey}`,
    `Link: ${link}`,
    `Valid until ${isoOf(expiresAt)}. The key is not shown again.`,
  ]);
}
