import type { Command } from "commander";
import { emailSchema } from "#contract/api/email.ts";
import { CLIENT_NAME_MAX_LENGTH } from "#contract/limits.ts";
import { nameSchema } from "#contract/manage/names.ts";
import { addClient, keyLink } from "../../access-keys/issue-key.ts";
import { CommandError, command, withInstallation } from "../command.ts";
import { printIssued } from "../output.ts";

export function clientAdd(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "add",
    describe: "Add a client and print the access key (shown only once)",
    example: 'client add "Rosa\'s Bakery"',
  })
    .argument("<name>", "the name that the client sees")
    .option("--email <address>", "the client's email address, for reminders and sign-in links")
    .option("--json", "print JSON")
    .action(async (text: string, options: { email?: string; json?: boolean }) => {
      const name = clientName(text);
      const email = options.email === undefined ? null : clientEmail(options.email);
      const added = await withInstallation(env, async (installation, config) => {
        const client = await addClient({ ...installation, now: Date.now() }, { name, email });
        return { ...client, link: keyLink(config, client.accessKey) };
      });
      printIssued({ name, ...added }, options.json);
    });
}

function clientEmail(text: string): string {
  const parsed = emailSchema.safeParse(text);
  if (!parsed.success)
    throw new CommandError(`"${text}" isn’t an email address. Use one such as rosa@example.com.`);
  return parsed.data;
}

const nameOf = nameSchema(CLIENT_NAME_MAX_LENGTH);

function clientName(text: string): string {
  const parsed = nameOf.safeParse(text);
  if (!parsed.success) throw new CommandError(`The client's name ${parsed.error.issues[0]?.message}.`);
  return parsed.data;
}
