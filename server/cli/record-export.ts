import { type Command, Option } from "commander";
import { type ExportedClient, exportCsv, exportJson, exportMarkdown } from "../records/export-record.ts";
import { clientOrError, command, isoOf, withInstallation } from "./command.ts";

const FORMATS = { json: exportJson, csv: exportCsv, md: exportMarkdown };

export function recordExport(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "export",
    describe: "Print everything that a client has answered",
    example: "record export cl_0123456789abcdef0123 --format md > answers.md",
  })
    .argument("<clientId>", 'as "client list" shows it')
    .addOption(
      new Option("--format <format>", "how to print it").choices(Object.keys(FORMATS)).default("json"),
    )
    .option("--json", "the same as --format json")
    .action(async (clientId: string, options: { format: keyof typeof FORMATS; json?: boolean }) => {
      const text = await withInstallation(env, async (installation) => {
        const { name } = await clientOrError(installation, clientId);
        const stored = await installation.storage.loadRecord(clientId);
        const exported: ExportedClient = {
          clientId,
          clientName: name,
          revision: stored?.revision ?? 0,
          savedAt: isoOf(stored?.savedAt),
          submittedAt: isoOf(stored?.submittedAt),
          record: stored?.record ?? {},
        };
        return FORMATS[options.json ? "json" : options.format](installation.asked.interview, exported);
      });
      process.stdout.write(text);
    });
}
