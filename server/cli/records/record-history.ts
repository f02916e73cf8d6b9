import type { Command } from "commander";
import { isoOf } from "#contract/instants.ts";
import { type HistoryStep, historyOf } from "../../records/history.ts";
import { clientOrError, command, print, table, withInstallation } from "../command.ts";

export function recordHistory(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "history",
    describe: "List the stored revisions of a client's record, newest first",
    example: "record history cl_0123456789abcdef0123",
  })
    .argument("<clientId>", 'from "client list"')
    .option("--json", "print JSON")
    .action(async (clientId: string, options: { json?: boolean }) => {
      const { name, steps } = await withInstallation(env, async (installation) => {
        const client = await clientOrError(installation, clientId);
        const { storage, book } = installation;
        const { asked } = await book.of(client.interview);
        return { name: client.name, steps: await historyOf(storage, asked, clientId) };
      });
      const lines =
        steps.length > 0
          ? table(["REVISION", "SAVED", "DONE", "QUESTIONS", "STATE"], steps.map(rowOf))
          : [`${name} (${clientId}) hasn't saved anything yet.`];
      print({ clientId, clientName: name, revisions: steps.map(factsOf) }, options.json, lines);
    });
}

function factsOf({ revision, savedAt, completed, total, percent, isRecord, submittedAt }: HistoryStep) {
  return {
    revision,
    savedAt: isoOf(savedAt),
    completed,
    total,
    percent,
    isRecord,
    submittedAt: isoOf(submittedAt),
  };
}

function rowOf({ revision, savedAt, completed, total, percent, isRecord, submittedAt }: HistoryStep) {
  const states = [
    ...(isRecord ? ["the record now"] : []),
    ...(submittedAt === null ? [] : [`submitted ${isoOf(submittedAt)}`]),
  ];
  return [
    String(revision),
    isoOf(savedAt) ?? "",
    `${percent}%`,
    `${completed} of ${total}`,
    states.join(", "),
  ];
}
