import type { Command } from "commander";
import { OPERATOR } from "../../managers/actor.ts";
import { setPin } from "../../pins/set-pin.ts";
import { clientOrError, command, print, withInstallation } from "../command.ts";

export function clientPinSet(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "set",
    describe: "Make a PIN that a client needs beside the access key; an earlier one ends",
    example: "client pin set cl_0123456789abcdef0123",
  })
    .argument("<clientId>", 'as "client list" shows it')
    .option("--json", "print the facts as JSON")
    .action(async (clientId: string, options: { json?: boolean }) => {
      const { name, pin } = await withInstallation(env, async (installation) => {
        const client = await clientOrError(installation, clientId);
        const made = await setPin(installation, clientId, { actor: OPERATOR, at: Date.now() });
        return { name: client.name, pin: made };
      });
      print({ clientId, clientName: name, pin }, options.json, [
        `Client: ${name} (${clientId})`,
        `PIN: ${pin}`,
        "Tell it by telephone or in person, not by the way the key goes. It is not shown again.",
      ]);
    });
}
