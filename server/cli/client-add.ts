import type { Command } from "commander";
import { CLIENT_NAME_MAX_LENGTH } from "#contract/limits.ts";
import { addClient } from "../access-keys/issue-key.ts";
import { CommandError, command, withInstallation } from "./command.ts";
import { keyLink, printIssued } from "./key-link.ts";

export function clientAdd(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "add",
    describe: "Add a client and print the access key, which is shown this once",
    example: 'client add "Rosa\'s Bakery"',
  })
    .argument("<name>", "the client's name, as the client will see it")
    .option("--json", "print the facts as JSON")
    .action(async (text: string, options: { json?: boolean }) => {
      const name = clientName(text);
      const added = await withInstallation(env, async (installation, config) => {
        const client = await addClient({ ...installation, now: Date.now() }, name);
        return { ...client, link: keyLink(config, client.accessKey) };
      });
      printIssued({ name, ...added }, options.json);
    });
}

function clientName(text: string): string {
  const name = text.trim();
  if (name === "") throw new CommandError("The client's name is empty.");
  if (name.length > CLIENT_NAME_MAX_LENGTH) {
    throw new CommandError(`The client's name is longer than ${CLIENT_NAME_MAX_LENGTH} characters.`);
  }
  // line breaks, direction marks and the like would make lists and logs lie
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(name)) {
    throw new CommandError("The client's name has characters that cannot be seen. Type it as plain text.");
  }
  return name;
}
