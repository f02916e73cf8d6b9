import type { Command } from "commander";
import { eraseClient } from "../../clients/erase-client.ts";
import { clientOrError, command, print, withInstallation } from "../command.ts";
import { confirm } from "../confirm.ts";

type Options = { yes?: boolean; json?: boolean };

export function clientErase(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "erase",
    describe: "Erase everything about a client for good: answers, history, recordings, keys and name",
    example: "client erase cl_0123456789abcdef0123",
  })
    .argument("<clientId>", 'from "client list"')
    .option("--yes", "don't ask for confirmation")
    .option("--json", "print JSON")
    .action(async (clientId: string, { yes = false, json }: Options) => {
      const { name, outcome } = await withInstallation(env, async (installation) => {
        const client = await clientOrError(installation, clientId);
        if (!yes) {
          await confirm({
            warning: `This erases everything about ${client.name}. You can't undo it.`,
            question: "Type the client's name to erase this client",
            expected: client.name,
            refusal: "That isn't the client's name. Nothing was erased.",
          });
        }
        const by = { actor: "operator" };
        const erased = await eraseClient(installation, { clientId, at: Date.now(), by });
        return { name: client.name, outcome: erased };
      });
      const isFinished = outcome !== "unfinished";
      print({ clientId, clientName: name, isFinished, warnings: WARNINGS }, json, [
        isFinished
          ? `Erased: ${name} (${clientId})`
          : `Erased: ${name} (${clientId}). Some of the client's data is still in use, or object storage can't be reached. The server deletes that data within minutes, or at its next start.`,
        ...WARNINGS,
      ]);
    });
}

const WARNINGS = [
  "Older backups, and databases set aside by a restore, still contain this client. Delete them, or let them expire.",
  "If you restore a backup here, the client stays erased.",
];
