import type { Command } from "commander";
import { issueKey } from "../access-keys/issue-key.ts";
import { clientOrError, command, isoOf, print, withInstallation } from "./command.ts";
import { keyLink } from "./key-link.ts";

export function keyIssue(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "issue",
    describe: "Issue a further access key for a client, shown this once; earlier keys go on working",
    example: "key issue cl_0123456789abcdef0123",
  })
    .argument("<clientId>", 'as "client list" shows it')
    .option("--json", "print the facts as JSON")
    .action(async (clientId: string, options: { json?: boolean }) => {
      const { name, keyId, accessKey, expiresAt, link } = await withInstallation(
        env,
        async (installation, config) => {
          const client = await clientOrError(installation, clientId);
          const key = await issueKey({ ...installation, now: Date.now() }, clientId);
          return { ...client, ...key, link: keyLink(config, key.accessKey) };
        },
      );
      print(
        { clientId, clientName: name, keyId, accessKey, link, expiresAt: isoOf(expiresAt) },
        options.json,
        [
          `Client: ${name} (${clientId})`,
          `Access key: ${accessKey}`,
          `Link: ${link}`,
          `Valid until ${isoOf(expiresAt)}. The key is not shown again.`,
        ],
      );
    });
}
