import type { Command } from "commander";
import { isoOf } from "#contract/instants.ts";
import { OPERATOR } from "../../managers/actor.ts";
import { CommandError, command, print, withInstallation } from "../command.ts";

export function keyRevoke(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "revoke",
    describe: "Revoke an access key and end its sessions",
    example: "key revoke 7K3QX",
  })
    .argument("<keyId>", 'the public part of the key, from "client show"')
    .option("--json", "print JSON")
    .action(async (text: string, options: { json?: boolean }) => {
      const keyId = text.toUpperCase();
      const revoked = await withInstallation(env, async ({ storage }) => {
        const key = await storage.accessKeys.find(keyId);
        if (!key)
          throw new CommandError(
            `There is no ${text.length > 5 ? "such key" : `key ${keyId}`}. Use the five characters from "firsthand client show <clientId>".`,
          );
        const { clientId, revokedAt } = key;
        if (revokedAt !== null) return { keyId, clientId, revokedAt, wasRevoked: true };
        const now = Date.now();
        await storage.accessKeys.revoke(keyId, now, [
          { at: now, kind: "key.revoked", actor: OPERATOR, clientId, keyId },
        ]);
        return { keyId, clientId, revokedAt: now, wasRevoked: false };
      });
      const { wasRevoked, clientId } = revoked;
      const line = wasRevoked
        ? `Key ${keyId} was already revoked.`
        : `Key ${keyId} is revoked, and its sessions have ended.`;
      print({ keyId, clientId, revokedAt: isoOf(revoked.revokedAt) }, options.json, [line]);
    });
}
