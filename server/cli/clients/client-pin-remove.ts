import type { Command } from "commander";
import { OPERATOR } from "../../managers/actor.ts";
import { removePin } from "../../pins/set-pin.ts";
import { clientOrError, command, print, withInstallation } from "../command.ts";

export function clientPinRemove(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "remove",
    describe: "Let a client come in by the access key alone again",
    example: "client pin remove cl_0123456789abcdef0123",
  })
    .argument("<clientId>", 'as "client list" shows it')
    .option("--json", "print the facts as JSON")
    .action(async (clientId: string, options: { json?: boolean }) => {
      const { name, wasSet } = await withInstallation(env, async (installation) => {
        const client = await clientOrError(installation, clientId);
        const actor = { actor: OPERATOR, at: Date.now() };
        return { name: client.name, wasSet: await removePin(installation, clientId, actor) };
      });
      print({ clientId, clientName: name, wasSet }, options.json, [
        wasSet
          ? `${name} (${clientId}) needs no PIN any more.`
          : `${name} (${clientId}) had no PIN. Nothing was changed.`,
      ]);
    });
}
