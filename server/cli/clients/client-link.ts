import { type Command, InvalidArgumentError } from "commander";
import { isoOf } from "#contract/instants.ts";
import { SIGN_IN_LINK_DAYS_MAX } from "#contract/limits.ts";
import { issueLinkKey, keyLink } from "../../access-keys/issue-key.ts";
import { readSettings } from "../../settings/live-settings.ts";
import { clientOrError, command, print, withInstallation } from "../command.ts";

export function clientLink(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "link",
    describe:
      "Create a sign-in link for a client (shown only once); the first browser that opens it can use it",
    example: "client link cl_0123456789abcdef0123",
  })
    .argument("<clientId>", 'from "client list"')
    .option("--days <number>", "how many days the link works (default: as set in the console)", parseDays)
    .option("--json", "print JSON")
    .action(async (clientId: string, options: { days?: number; json?: boolean }) => {
      const made = await withInstallation(env, async (installation, config) => {
        const client = await clientOrError(installation, clientId);
        const linkDays = (await readSettings(installation.storage, config)).get("linkDays");
        const issuing = { ...installation, now: Date.now() };
        const { keyId, accessKey, expiresAt } = await issueLinkKey(issuing, {
          clientId,
          days: options.days ?? linkDays.invitation,
        });
        return {
          clientId,
          clientName: client.name,
          keyId,
          link: keyLink(config, accessKey),
          expiresAt: isoOf(expiresAt),
        };
      });
      print(made, options.json, [
        `Sign-in link for ${made.clientName}: ${made.link}`,
        `It works until ${made.expiresAt}, in the first browser that opens it. It is not shown again.`,
      ]);
    });
}

function parseDays(text: string): number {
  const days = Number(text);
  if (!/^\d+$/.test(text) || days < 1 || days > SIGN_IN_LINK_DAYS_MAX)
    throw new InvalidArgumentError(`Use a whole number from 1 to ${SIGN_IN_LINK_DAYS_MAX}.`);
  return days;
}
