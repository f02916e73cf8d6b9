import type { Command } from "commander";
import { OPERATOR } from "../../managers/actor.ts";
import { setPin } from "../../pins/set-pin.ts";
import { clientOrError, command, print, withInstallation } from "../command.ts";

export function clientPinSet(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "set",
    describe: "Set a new PIN for a client; an earlier PIN stops working",
    example: "client pin set cl_0123456789abcdef0123",
  })
    .argument("<clientId>", 'from "client list"')
    .option("--json", "print JSON")
    .action(async (clientId: string, options: { json?: boolean }) => {
      const { name, pin } = await withInstallation(env, async (installation) => {
        const client = await clientOrError(installation, clientId);
        const made = await setPin(installation, clientId, { actor: OPERATOR, at: Date.now() });
        return { name: client.name, pin: made };
      });
      print({ clientId, clientName: name, pin }, options.json, [
        `Client: ${name} (${clientId})`,
        `PIN: ${pin}`,
        "Give the PIN to the client by phone or in person, not together with the key. The PIN is not shown again.",
      ]);
    });
}
