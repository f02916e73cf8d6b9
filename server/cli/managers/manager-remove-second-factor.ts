import type { Command } from "commander";
import { OPERATOR } from "../../managers/actor.ts";
import { removeSecondFactor } from "../../managers/second-factor.ts";
import { CommandError, command, managerOrError, print, withInstallation } from "../command.ts";

export function managerRemoveSecondFactor(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "remove-second-factor",
    describe: "Take a second factor away, as when the phone is lost; the account's sessions end",
    example: "manager remove-second-factor mia@example.com",
  })
    .argument("<manager>", 'e-mail address, or id as "manager list" shows it')
    .option("--json", "print the facts as JSON")
    .action(async (text: string, options: { json?: boolean }) => {
      const { managerId, name } = await withInstallation(env, async (installation) => {
        const manager = await managerOrError(installation, text);
        const actor = { actor: OPERATOR, at: Date.now() };
        if (!(await removeSecondFactor(installation.storage, manager.managerId, actor)))
          throw new CommandError(`${manager.name} has no second factor.`);
        return manager;
      });
      print({ managerId, secondFactorRemoved: true }, options.json, [
        `${name} signs in by password alone, until a second factor is set up again.`,
      ]);
    });
}
