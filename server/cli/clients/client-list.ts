import type { Command } from "commander";
import { statusOf } from "../../records/status.ts";
import { command, print, table, withInstallation } from "../command.ts";

export function clientList(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "list",
    describe: "List clients and their progress",
    example: "client list",
  })
    .option("--json", "print JSON")
    .action(async (options: { json?: boolean }) => {
      const clients = await withInstallation(env, async ({ storage, asked }) => {
        const listed = await storage.clients.list();
        return listed.map(({ clientId, name, record }) => ({
          clientId,
          clientName: name,
          ...statusOf(asked.interview, record),
        }));
      });
      const rows = clients.map((client) => [
        client.clientId,
        client.clientName,
        client.state,
        `${client.percent}%`,
        client.updatedAt ?? "-",
      ]);
      const nobody = ['There are no clients yet. Add one with: firsthand client add "<name>"'];
      print(
        clients,
        options.json,
        rows.length > 0 ? table(["ID", "NAME", "STATE", "DONE", "LAST SAVED"], rows) : nobody,
      );
    });
}
