import type { Command } from "commander";
import { clientOrError, command, print, withInstallation } from "../command.ts";
import { collectTags } from "./client-options.ts";
import { actOnClient } from "./operator-act.ts";

type Options = { remove?: boolean; json?: boolean };

export function clientTag(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "tag",
    describe: "Add tags to a client, or remove them",
    example: "client tag cl_0123456789abcdef0123 Website SEO",
  })
    .argument("<clientId>", 'from "client list"')
    .argument("<tag...>", "one or more tags", (text: string, earlier: string[] | undefined) =>
      collectTags(text, earlier ?? []),
    )
    .option("--remove", "remove these tags")
    .option("--json", "print JSON")
    .action(async (clientId: string, tags: string[], { remove = false, json }: Options) => {
      const client = await withInstallation(env, async (installation, config) => {
        const { name } = await clientOrError(installation, clientId);
        const act = { action: "tag", add: remove ? [] : tags, remove: remove ? tags : [] } as const;
        await actOnClient({ installation, config }, { ...act }, { clientId, name });
        const tagged = await installation.storage.clients.findManaged("all", clientId);
        return { clientId, clientName: name, tags: (tagged?.tags ?? []).map((tag) => tag.name) };
      });
      print(client, json, [`Tags of ${client.clientName}: ${client.tags.join(", ") || "no tags"}`]);
    });
}
