import type { Command } from "commander";
import { isoOf } from "#contract/instants.ts";
import type { ListedTake } from "../../storage/records/transcripts.ts";
import { clientOrError, command, print, table, withInstallation } from "../command.ts";

export function takeList(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "list",
    describe: "List recordings and their states, oldest first; never prints answers",
    example: "take list cl_0123456789abcdef0123",
  })
    .argument("[clientId]", 'one client, from "client list"')
    .option("--json", "print JSON")
    .action(async (clientId: string | undefined, options: { json?: boolean }) => {
      const takes = await withInstallation(env, async (installation) => {
        if (clientId !== undefined) await clientOrError(installation, clientId);
        return installation.storage.takes.list(clientId);
      });
      const now = Date.now();
      const lines =
        takes.length > 0
          ? table(
              ["CLIENT", "TAKE", "STATE", "QUESTION", "AGE", "SECONDS", "ATTEMPTS"],
              takes.map((take) => rowOf(take, now)),
            )
          : ["There are no recordings yet."];
      print(takes.map(factsOf), options.json, lines);
    });
}

function factsOf({ clientId, takeId, state, questionId, ...take }: ListedTake) {
  const { createdAt, closedAt, durationMs, bytes, attempts } = take;
  return {
    clientId,
    takeId,
    state,
    question: questionId,
    createdAt: isoOf(createdAt),
    closedAt: isoOf(closedAt),
    durationMs,
    bytes,
    attempts,
  };
}

function rowOf(take: ListedTake, now: number): string[] {
  const { clientId, takeId, state, questionId, createdAt, durationMs, attempts } = take;
  return [
    clientId,
    takeId,
    state,
    questionId ?? "-",
    ageOf(now - createdAt),
    durationMs === null ? "-" : String(Math.round(durationMs / 1_000)),
    attempts === null ? "-" : String(attempts),
  ];
}

/** The age in its largest unit, such as "3 min". */
function ageOf(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1_440)} d`;
}
