import type { Command } from "commander";
import { linkAddress, makePasswordLink } from "../../managers/accounts.ts";
import { OPERATOR } from "../../managers/actor.ts";
import { CommandError, command, managerOrError, withInstallation } from "../command.ts";
import { printLink } from "../output.ts";

export function managerLink(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "link",
    describe: "Print a new one-time password link; an earlier link stops working",
    example: "manager link mia@example.com",
  })
    .argument("<manager>", 'email address, or id from "manager list"')
    .option("--json", "print JSON")
    .action(async (text: string, options: { json?: boolean }) => {
      const shown = await withInstallation(env, async (installation, config) => {
        const manager = await managerOrError(installation, text);
        const actor = { actor: OPERATOR, at: Date.now() };
        const made = await makePasswordLink(installation.storage, manager.managerId, actor);
        if (!made) throw new CommandError(`${manager.name} is revoked and can't sign in.`);
        return { ...manager, ...made, link: linkAddress(config.publicUrl, made) };
      });
      printLink(shown, options.json);
    });
}
