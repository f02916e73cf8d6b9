import type { IssuedKey } from "../access-keys/issue-key.ts";
import type { Config } from "../config.ts";
import { isoOf, print } from "./command.ts";

/** The link that carries a key. The fragment stays in the browser: no server and no log ever sees it. */
export function keyLink({ publicUrl }: Config, accessKey: string): string {
  return `${publicUrl}/#key=${accessKey}`;
}

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
