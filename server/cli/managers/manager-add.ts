import type { Command } from "commander";
import { emailSchema } from "#contract/api/email.ts";
import { MANAGER_NAME_MAX_LENGTH } from "#contract/manage/limits.ts";
import { nameSchema } from "#contract/manage/names.ts";
import { addManager, linkAddress } from "../../managers/accounts.ts";
import { OPERATOR } from "../../managers/actor.ts";
import { CommandError, command, withInstallation } from "../command.ts";
import { printLink } from "../output.ts";

type Options = { email: string; administrator?: boolean; json?: boolean };

const nameOf = nameSchema(MANAGER_NAME_MAX_LENGTH);

export function managerAdd(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "add",
    describe: "Add an account manager and print a one-time link to set a password",
    example: 'manager add "Mia Lopes" --email mia@example.com --administrator',
  })
    .argument("<name>", "the account manager's name")
    .requiredOption("--email <address>", "the email address for signing in")
    .option("--administrator", "can see all clients, account managers and settings")
    .option("--json", "print JSON")
    .action(async (text: string, options: Options) => {
      const account = accountOf(text, options);
      const link = await withInstallation(env, async ({ storage }, config) => {
        const made = await addManager(storage, account, { actor: OPERATOR, at: Date.now() });
        if (!made) throw new CommandError(`Another account uses the email address ${account.email}.`);
        return { ...made, link: linkAddress(config.publicUrl, made) };
      });
      printLink({ ...account, ...link }, options.json);
    });
}

function accountOf(text: string, { email, administrator }: Options) {
  const name = nameOf.safeParse(text);
  if (!name.success) throw new CommandError(`The name ${name.error.issues[0]?.message}.`);
  const address = emailSchema.safeParse(email);
  if (!address.success) throw new CommandError(`"${email}" isn't an email address.`);
  const role = administrator ? ("administrator" as const) : ("manager" as const);
  return { name: name.data, email: address.data, role };
}
