import type { Command } from "commander";
import { statusOf } from "../../records/status.ts";
import { NO_VIEW } from "../../storage/clients/managed-clients.ts";
import { command, print, table, withInstallation } from "../command.ts";

export function clientList(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "list",
    describe: "List clients, their state and their progress",
    example: "client list",
  })
    .option("--json", "print JSON")
    .action(async (options: { json?: boolean }) => {
      const clients = await withInstallation(env, async ({ storage, book }) => {
        const { clients: listed } = await storage.clients.listPage({
          scope: "all",
          view: NO_VIEW,
          search: "",
          filter: "all",
          order: "name",
          direction: "up",
          limit: Number.MAX_SAFE_INTEGER,
        });
        // the book has loaded the versions of all clients
        return listed.map(({ clientId, name, interview, record, state, dueOn, tags }) => ({
          clientId,
          clientName: name,
          ...statusOf(book.known(interview).asked.interview, record),
          state,
          dueOn,
          tags: tags.map((tag) => tag.name),
        }));
      });
      const rows = clients.map((client) => [
        client.clientId,
        client.clientName,
        client.state,
        `${client.percent}%`,
        client.dueOn ?? "-",
        client.tags.join(", ") || "-",
        client.updatedAt ?? "-",
      ]);
      const nobody = ['There are no clients yet. Add one with: firsthand client add "<name>"'];
      const heading = ["ID", "NAME", "STATE", "DONE", "DUE", "TAGS", "LAST SAVED"];
      print(clients, options.json, rows.length > 0 ? table(heading, rows) : nobody);
    });
}
