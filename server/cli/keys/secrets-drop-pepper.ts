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
    describe: "Remove an earlier pepper for good, once no live key and no PIN needs it",
    example: "secrets drop-pepper p1",
  })
    .argument("<pepperId>", 'as "secrets peppers" shows it')
    .option("--json", "print the facts as JSON")
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
        `Pepper ${pepperId} is gone from ${secretsFile}.`,
        "A database that is restored from a backup may hold keys and PINs that need it: they would not work.",
      ]);
    });
}

function refuseIfNeeded(use: PepperUse | undefined): void {
  if (!use) return;
  const { pepperId, lastExpiresAt } = use;
  const byItself = lastExpiresAt === null ? "" : ` The last of these keys ends on ${isoOf(lastExpiresAt)}.`;
  throw new CommandError(
    `Pepper ${pepperId} is still needed by ${neededBy(use)}. Each moves to the current one when it is used next; revoke or replace what nobody uses.${byItself} Nothing was changed.`,
  );
}
