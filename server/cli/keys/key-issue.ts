import type { Command } from "commander";
import { issueKey, keyLink } from "../../access-keys/issue-key.ts";
import { clientOrError, command, withInstallation } from "../command.ts";
import { printIssued } from "../output.ts";

export function keyIssue(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "issue",
    describe: "Create another access key for a client (shown only once); earlier keys keep working",
    example: "key issue cl_0123456789abcdef0123",
  })
    .argument("<clientId>", 'from "client list"')
    .option("--json", "print JSON")
    .action(async (clientId: string, options: { json?: boolean }) => {
      const issued = await withInstallation(env, async (installation, config) => {
        const client = await clientOrError(installation, clientId);
        const key = await issueKey({ ...installation, now: Date.now() }, clientId);
        return { ...client, ...key, link: keyLink(config, key.accessKey) };
      });
      printIssued(issued, options.json);
    });
}
