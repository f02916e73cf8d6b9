import type { Command } from "commander";
import { eventOf, OPERATOR } from "../../managers/actor.ts";
import { CommandError, command, managerOrError, print, withInstallation } from "../command.ts";

export function managerUnlink(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "unlink",
    describe: "Forget who an account is at the OpenID Connect provider; its sessions end",
    example: "manager unlink mia@example.com",
  })
    .argument("<manager>", 'e-mail address, or id as "manager list" shows it')
    .option("--json", "print the facts as JSON")
    .action(async (text: string, options: { json?: boolean }) => {
      const { managerId, name } = await withInstallation(env, async (installation, { openIdIssuer }) => {
        if (openIdIssuer === undefined)
          throw new CommandError("Nobody signs in by OpenID Connect here: FIRSTHAND_OIDC_ISSUER is not set.");
        const manager = await managerOrError(installation, text);
        const actor = { actor: OPERATOR, at: Date.now() };
        const event = eventOf(actor, "manager.unlinked", { detail: manager.managerId });
        const { storage } = installation;
        if (!(await storage.identities.unlink(manager.managerId, openIdIssuer, [event])))
          throw new CommandError(`${manager.name} is not linked to anybody at ${openIdIssuer}.`);
        return manager;
      });
      print({ managerId, unlinked: true }, options.json, [
        `${name} is linked anew by the next sign-in with the account's e-mail address.`,
      ]);
    });
}
