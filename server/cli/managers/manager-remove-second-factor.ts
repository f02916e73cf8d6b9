import type { Command } from "commander";
import { OPERATOR } from "../../managers/actor.ts";
import { removeSecondFactor } from "../../managers/second-factor.ts";
import { CommandError, command, managerOrError, print, withInstallation } from "../command.ts";

export function managerRemoveSecondFactor(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "remove-second-factor",
    describe: "Remove a second factor, for a lost phone; ends the account's sessions",
    example: "manager remove-second-factor mia@example.com",
  })
    .argument("<manager>", 'email address, or id from "manager list"')
    .option("--json", "print JSON")
    .action(async (text: string, options: { json?: boolean }) => {
      const { managerId, name } = await withInstallation(env, async (installation) => {
        const manager = await managerOrError(installation, text);
        const actor = { actor: OPERATOR, at: Date.now() };
        if (!(await removeSecondFactor(installation.storage, manager.managerId, actor)))
          throw new CommandError(`${manager.name} has no second factor.`);
        return manager;
      });
      print({ managerId, secondFactorRemoved: true }, options.json, [
        `${name} now signs in with only a password, until they set up a second factor again.`,
      ]);
    });
}
