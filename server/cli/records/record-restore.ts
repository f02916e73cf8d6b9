import { Argument, type Command } from "commander";
import { OPERATOR } from "../../managers/actor.ts";
import { restoreRevision } from "../../records/restore-revision.ts";
import type { RestoreOutcome } from "../../storage/records/records.ts";
import {
  clientOrError,
  command,
  missingRevision,
  parseRevision,
  print,
  withInstallation,
} from "../command.ts";

export function recordRestore(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "restore",
    describe: "Restore an earlier revision of a client's answers, as a new revision",
    example: "record restore cl_0123456789abcdef0123 12",
  })
    .argument("<clientId>", 'from "client list"')
    .addArgument(new Argument("<revision>", 'from "record history"').argParser(parseRevision))
    .option("--json", "print JSON")
    .action(async (clientId: string, revision: number, options: { json?: boolean }) => {
      const { name, outcome } = await withInstallation(env, async (installation) => {
        const client = await clientOrError(installation, clientId);
        const { storage, book } = installation;
        const { asked } = await book.of(client.interview);
        const actor = { actor: OPERATOR, at: Date.now() };
        const restoring = { clientId, revision, actor };
        return { name: client.name, outcome: await restoreRevision(storage, asked, restoring) };
      });
      if (outcome.kind === "missing") throw missingRevision(clientId, revision, outcome.newest);
      const changed = outcome.kind === "restored";
      print(
        { clientId, clientName: name, restored: revision, revision: outcome.revision, changed },
        options.json,
        linesOf(`${name} (${clientId})`, revision, outcome),
      );
    });
}

function linesOf(
  client: string,
  revision: number,
  outcome: Exclude<RestoreOutcome, { kind: "missing" }>,
): string[] {
  if (outcome.kind === "restored") {
    return [
      `Restored: revision ${revision} of ${client} is current again, as revision ${outcome.revision}.`,
      `Revision ${outcome.replaced} stays in the history.`,
    ];
  }
  const current = outcome.revision;
  return revision === current
    ? [`Nothing changed: revision ${revision} is already the current record of ${client}.`]
    : [
        `Nothing changed: the record of ${client}, revision ${current}, has the same content as revision ${revision}.`,
      ];
}
