import type { Command } from "commander";
import { OPERATOR } from "../../managers/actor.ts";
import { removePin } from "../../pins/set-pin.ts";
import { clientOrError, command, print, withInstallation } from "../command.ts";

export function clientPinRemove(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "remove",
    describe: "Remove a PIN, so that the access key is enough",
    example: "client pin remove cl_0123456789abcdef0123",
  })
    .argument("<clientId>", 'from "client list"')
    .option("--json", "print JSON")
    .action(async (clientId: string, options: { json?: boolean }) => {
      const { name, wasSet } = await withInstallation(env, async (installation) => {
        const client = await clientOrError(installation, clientId);
        const actor = { actor: OPERATOR, at: Date.now() };
        return { name: client.name, wasSet: await removePin(installation, clientId, actor) };
      });
      print({ clientId, clientName: name, wasSet }, options.json, [
        wasSet
          ? `${name} (${clientId}) no longer needs a PIN.`
          : `${name} (${clientId}) has no PIN. Nothing was changed.`,
      ]);
    });
}
