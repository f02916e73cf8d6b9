import type { Command } from "commander";
import { isoOf } from "#contract/instants.ts";
import { toKeyViews } from "../../access-keys/verify-key.ts";
import { toPinView } from "../../pins/check-pin.ts";
import { statusOf } from "../../records/status.ts";
import { clientOrError, command, print, table, withInstallation } from "../command.ts";

export function clientShow(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "show",
    describe: "Show a client's progress, access keys and sign-in links",
    example: "client show cl_0123456789abcdef0123",
  })
    .argument("<clientId>", 'from "client list"')
    .option("--json", "print JSON")
    .action(async (clientId: string, options: { json?: boolean }) => {
      const shown = await withInstallation(env, async (installation) => {
        const { storage, asked } = installation;
        const { name, createdAt, record } = await clientOrError(installation, clientId);
        const { keys, links } = toKeyViews(await storage.accessKeys.list(clientId), Date.now());
        const pin = toPinView(await storage.pins.find(clientId)).state;
        const status = statusOf(asked.interview, record);
        return {
          clientId,
          clientName: name,
          createdAt: isoOf(createdAt),
          ...status,
          lastSection: record?.lastSection ?? null,
          keys,
          links,
          pin,
        };
      });
      print(shown, options.json, [
        `Client: ${shown.clientName} (${shown.clientId})`,
        `State: ${shown.state}, ${shown.completed} of ${shown.total} questions (${shown.percent}%)`,
        `Last saved: ${shown.updatedAt ?? "never"}`,
        `Submitted: ${shown.submittedAt ?? "never"}`,
        `PIN: ${shown.pin}`,
        "",
        ...table(
          ["KEY", "STATE", "EXPIRES", "LAST USED"],
          shown.keys.map((key) => [key.keyId, key.state, key.expiresAt ?? "-", key.lastUsedAt ?? "never"]),
        ),
        ...(shown.links.length === 0
          ? []
          : [
              "",
              ...table(
                ["SIGN-IN LINK", "STATE", "EXPIRES", "FIRST USED"],
                shown.links.map((key) => [
                  key.keyId,
                  key.state,
                  key.expiresAt ?? "-",
                  key.boundAt ?? "never",
                ]),
              ),
            ]),
      ]);
    });
}
