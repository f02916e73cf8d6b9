import { type Command, Option } from "commander";
import {
  type ClientsFormat,
  type CsvShape,
  clientsFormats,
  csvShapes,
} from "#contract/manage/endpoints/briefs.ts";
import { openBriefs } from "../../briefs/briefs.ts";
import { archiveClient } from "../../clients/export/archive-client.ts";
import { everyClient, exportClients } from "../../clients/export/export-clients.ts";
import { readConfig } from "../../settings/config.ts";
import { briefSettings, CommandError, clientOrError, command, withInstallation } from "../command.ts";
import { checkOutput, type Output, withOutput, writeOutput } from "../output.ts";

type Options = Output & { all?: boolean; format?: ClientsFormat; shape?: CsvShape };

export function clientExport(env: NodeJS.ProcessEnv): Command {
  const exporting = command({
    name: "export",
    describe: "Everything about one client as a ZIP, or every client's answers as one file",
    example: "client export cl_0123456789abcdef0123 --output rosa.zip",
  })
    .argument("[clientId]", 'one client, from "client list"')
    .option("--all", "export the answers of all clients")
    .addOption(new Option("--format <format>", "format for --all (default: csv)").choices(clientsFormats))
    .addOption(
      new Option(
        "--shape <shape>",
        "shape of the CSV: long has a row for each answer, wide a row for each client (default: long)",
      ).choices(csvShapes),
    );
  return withOutput(exporting).action(async (clientId: string | undefined, options: Options) => {
    const { all = false, format, shape } = options;
    if (all ? clientId !== undefined : clientId === undefined) {
      throw new CommandError('Name a client, as in "client export <clientId>", or add --all.');
    }
    if (!all && format)
      throw new CommandError("One client is always exported as a ZIP. Use --format only with --all.");
    if (shape && (!all || format === "json"))
      throw new CommandError("Only the CSV of all clients has a shape. Use --shape with --all --format csv.");
    checkOutput(options, { isBinary: !all, config: readConfig(env) });
    if (clientId === undefined) await exportAll(env, options);
    else await exportOne(env, clientId, options);
  });
}

function exportAll(
  env: NodeJS.ProcessEnv,
  { format = "csv", shape = "long", ...output }: Options,
): Promise<void> {
  return withInstallation(env, async ({ storage, book }) => {
    await writeOutput(
      exportClients({ format, shape }, { storage, book, clients: everyClient(storage, "all") }),
      output,
    );
  });
}

function exportOne(env: NodeJS.ProcessEnv, clientId: string, output: Options): Promise<void> {
  return withInstallation(env, async (installation, config) => {
    const client = await clientOrError(installation, clientId);
    const briefs = openBriefs({
      ...(await briefSettings(installation, config)),
      path: env.PATH,
      clock: Date.now,
    });
    const archiving = { ...installation, briefs };
    await writeOutput(await archiveClient(archiving, client, Date.now()), output);
  });
}
