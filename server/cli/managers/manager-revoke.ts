import type { Command } from "commander";
import { eventOf, OPERATOR } from "../../managers/actor.ts";
import { CommandError, command, managerOrError, print, withInstallation } from "../command.ts";

export function managerRevoke(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "revoke",
    describe: "Revoke an account and end its sessions and API tokens; its clients go to the administrators",
    example: "manager revoke mia@example.com",
  })
    .argument("<manager>", 'email address, or id from "manager list"')
    .option("--json", "print JSON")
    .action(async (text: string, options: { json?: boolean }) => {
      const { managerId, name } = await withInstallation(env, async (installation) => {
        const manager = await managerOrError(installation, text);
        const actor = { actor: OPERATOR, at: Date.now() };
        const event = eventOf(actor, "manager.revoked", { detail: manager.managerId });
        const outcome = await installation.storage.managers.revoke(
          { managerId: manager.managerId, at: actor.at },
          [event],
        );
        if (outcome === "last-administrator")
          throw new CommandError(
            `${manager.name} is the last administrator. Add another administrator first.`,
          );
        return manager;
      });
      print({ managerId, revoked: true }, options.json, [`${name} can no longer sign in.`]);
    });
}
