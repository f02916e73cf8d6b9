import type { Command } from "commander";
import { command, print, withInstallation } from "../command.ts";
import { pepperFacts, pepperLines } from "./pepper-table.ts";

export function secretsPeppers(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "peppers",
    describe: "List peppers, with the number of active keys and PINs for each",
    example: "secrets peppers",
  })
    .option("--json", "print JSON")
    .action(async (options: { json?: boolean }) => {
      const facts = await withInstallation(env, async ({ storage, secrets }) =>
        pepperFacts(secrets, await storage.accessKeys.listPepperUses(Date.now())),
      );
      print(facts, options.json, pepperLines(facts));
    });
}
