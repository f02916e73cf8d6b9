import type { Command } from "commander";
import { eraseClient } from "../../clients/erase-client.ts";
import { clientOrError, command, print, withInstallation } from "../command.ts";
import { confirm } from "../confirm.ts";

type Options = { yes?: boolean; json?: boolean };

export function clientErase(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "erase",
    describe: "Erase everything about a client for good: answers, history, sound, keys and name",
    example: "client erase cl_0123456789abcdef0123",
  })
    .argument("<clientId>", 'as "client list" shows it')
    .option("--yes", "do not ask for the client's name first")
    .option("--json", "print the facts as JSON")
    .action(async (clientId: string, { yes = false, json }: Options) => {
      const { name, outcome } = await withInstallation(env, async (installation) => {
        const client = await clientOrError(installation, clientId);
        if (!yes) {
          await confirm({
            warning: `Everything about ${client.name} goes, and cannot be brought back.`,
            question: "Type the name to erase it",
            expected: client.name,
            refusal: "That is not the client's name. Nothing was erased.",
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
          : `Erased for everybody: ${name} (${clientId}). Just now a recording is being worked on, the database is being read, or object storage is away: the server ends it within minutes, or at its next start.`,
        ...WARNINGS,
      ]);
    });
}

const WARNINGS = [
  "Backups, and databases that a restore has kept aside, still hold it: delete them, or let them run out.",
  "A backup that is restored here does not bring the client back.",
];
