import type { Command } from "commander";
import { withNewSecret } from "../../access-keys/rotate-secret.ts";
import { changeSecrets } from "../../access-keys/write-secrets.ts";
import { command, print, withInstallation } from "../command.ts";
import { pepperFacts, pepperLines } from "./pepper-table.ts";

export function secretsRotatePepper(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "rotate-pepper",
    describe: "Make a new pepper for access keys and PINs; the earlier ones are kept while they are needed",
    example: "secrets rotate-pepper",
  })
    .option("--json", "print the facts as JSON")
    .action(async (options: { json?: boolean }) => {
      const shown = await withInstallation(env, async ({ storage }, { secretsFile }) => {
        const secrets = changeSecrets(secretsFile, (present) => withNewSecret(present, "pepper"));
        const peppers = pepperFacts(secrets, await storage.accessKeys.listPepperUses(Date.now()));
        return { currentPepper: secrets.currentPepper, secretsFile, peppers };
      });
      const { currentPepper, secretsFile, peppers } = shown;
      print(shown, options.json, [
        `New access keys and PINs are made with pepper ${currentPepper} from now on, by a running server too.`,
        "The others move to it when they are used next:",
        "",
        ...pepperLines(peppers),
        "",
        `Back up ${secretsFile} now. When nothing needs an earlier pepper any more, "firsthand secrets drop-pepper" removes it.`,
      ]);
    });
}
