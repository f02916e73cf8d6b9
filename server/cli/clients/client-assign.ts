import type { Command } from "commander";
import { clientOrError, command, liveManagerOrError, print, withInstallation } from "../command.ts";
import { actOnClient } from "./operator-act.ts";

export function clientAssign(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "assign",
    describe: "Assign a client to an account manager",
    example: "client assign cl_0123456789abcdef0123 mia@example.com",
  })
    .argument("<clientId>", 'from "client list"')
    .argument("<manager>", 'email address, id from "manager list", or nobody')
    .option("--json", "print JSON")
    .action(async (clientId: string, text: string, options: { json?: boolean }) => {
      const client = await withInstallation(env, async (installation, config) => {
        const { name } = await clientOrError(installation, clientId);
        const manager = text === "nobody" ? undefined : await liveManagerOrError(installation, text);
        const managerId = manager?.managerId ?? null;
        await actOnClient({ installation, config }, { action: "assign", managerId }, { clientId, name });
        return { clientId, clientName: name, managerId, managerName: manager?.name ?? null };
      });
      print(client, options.json, [
        client.managerName === null
          ? `${client.clientName} has no account manager now; administrators see this client.`
          : `${client.clientName} is assigned to ${client.managerName}.`,
      ]);
    });
}
