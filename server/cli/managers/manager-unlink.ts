import type { Command } from "commander";
import { eventOf, OPERATOR } from "../../managers/actor.ts";
import { CommandError, command, managerOrError, print, withInstallation } from "../command.ts";

export function managerUnlink(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "unlink",
    describe: "Unlink an account from OpenID Connect; ends its sessions",
    example: "manager unlink mia@example.com",
  })
    .argument("<manager>", 'email address, or id from "manager list"')
    .option("--json", "print JSON")
    .action(async (text: string, options: { json?: boolean }) => {
      const { managerId, name } = await withInstallation(env, async (installation, { openIdIssuer }) => {
        if (openIdIssuer === undefined)
          throw new CommandError("OpenID Connect isn't set up: FIRSTHAND_OIDC_ISSUER is not set.");
        const manager = await managerOrError(installation, text);
        const actor = { actor: OPERATOR, at: Date.now() };
        const event = eventOf(actor, "manager.unlinked", { detail: manager.managerId });
        const { storage } = installation;
        if (!(await storage.identities.unlink(manager.managerId, openIdIssuer, [event])))
          throw new CommandError(`${manager.name} isn't linked at ${openIdIssuer}.`);
        return manager;
      });
      print({ managerId, unlinked: true }, options.json, [
        `${name} will be linked again at the next sign-in with the account's email address.`,
      ]);
    });
}
