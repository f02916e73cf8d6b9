import type { Command } from "commander";
import { clientOrError, command, print, withInstallation } from "../command.ts";
import { parseDayOrNone } from "./client-options.ts";
import { actOnClient } from "./operator-act.ts";

export function clientDue(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "due",
    describe: "Set or remove a client's due date",
    example: "client due cl_0123456789abcdef0123 2026-12-04",
  })
    .argument("<clientId>", 'from "client list"')
    .argument("<date>", "such as 2026-12-04, or none", parseDayOrNone)
    .option("--json", "print JSON")
    .action(async (clientId: string, dueOn: string | null, options: { json?: boolean }) => {
      const client = await withInstallation(env, async (installation, config) => {
        const { name } = await clientOrError(installation, clientId);
        await actOnClient({ installation, config }, { action: "due", dueOn }, { clientId, name });
        return { clientId, clientName: name, dueOn };
      });
      print(client, options.json, [
        dueOn === null
          ? `${client.clientName} has no due date now.`
          : `${client.clientName} is due on ${dueOn}.`,
      ]);
    });
}
