import type { Command } from "commander";
import { isoOf } from "#contract/instants.ts";
import { withoutSecret } from "../../access-keys/rotate-secret.ts";
import { changeSecrets } from "../../access-keys/write-secrets.ts";
import type { PepperUse } from "../../storage/access/access-keys.ts";
import { CommandError, command, print, withInstallation } from "../command.ts";
import { neededBy } from "./pepper-table.ts";

export function secretsDropPepper(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "drop-pepper",
    describe: "Delete an old pepper that no active key or PIN needs",
    example: "secrets drop-pepper p1",
  })
    .argument("<pepperId>", 'from "secrets peppers"')
    .option("--json", "print JSON")
    .action(async (pepperId: string, options: { json?: boolean }) => {
      const secretsFile = await withInstallation(env, async ({ storage }, config) => {
        const uses = await storage.accessKeys.listPepperUses(Date.now());
        changeSecrets(config.secretsFile, (secrets) => {
          const without = withoutSecret(secrets, "pepper", pepperId);
          refuseIfNeeded(uses.find((use) => use.pepperId === pepperId));
          return without;
        });
        return config.secretsFile;
      });
      print({ dropped: pepperId, secretsFile }, options.json, [
        `Pepper ${pepperId} was deleted from ${secretsFile}.`,
        "Keys and PINs in older backups may need this pepper. After a restore, they won't work.",
      ]);
    });
}

function refuseIfNeeded(use: PepperUse | undefined): void {
  if (!use) return;
  const { pepperId, lastExpiresAt } = use;
  const byItself =
    lastExpiresAt === null ? "" : ` The last of these keys expires on ${isoOf(lastExpiresAt)}.`;
  throw new CommandError(
    `Pepper ${pepperId} is still needed by ${neededBy(use)}. Each key and PIN moves to the current pepper at its next use. Revoke or replace the unused ones.${byItself} Nothing was changed.`,
  );
}
