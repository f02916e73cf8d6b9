import type { Command } from "commander";
import { withNewSecret } from "../../access-keys/rotate-secret.ts";
import { changeSecrets } from "../../access-keys/write-secrets.ts";
import { command, print, withInstallation } from "../command.ts";
import { pepperFacts, pepperLines } from "./pepper-table.ts";

export function secretsRotatePepper(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "rotate-pepper",
    describe: "Create a new pepper for access keys and PINs; earlier peppers stay while needed",
    example: "secrets rotate-pepper",
  })
    .option("--json", "print JSON")
    .action(async (options: { json?: boolean }) => {
      const shown = await withInstallation(env, async ({ storage }, { secretsFile }) => {
        const secrets = changeSecrets(secretsFile, (present) => withNewSecret(present, "pepper"));
        const peppers = pepperFacts(secrets, await storage.accessKeys.listPepperUses(Date.now()));
        return { currentPepper: secrets.currentPepper, secretsFile, peppers };
      });
      const { currentPepper, secretsFile, peppers } = shown;
      print(shown, options.json, [
        `New access keys and PINs now use pepper ${currentPepper}, also on a running server.`,
        "Existing keys and PINs move to it at their next use:",
        "",
        ...pepperLines(peppers),
        "",
        `Back up ${secretsFile} now. When no key or PIN needs an earlier pepper, delete it with "firsthand secrets drop-pepper".`,
      ]);
    });
}
