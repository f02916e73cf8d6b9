import { type Command, Option } from "commander";
import type { Brief } from "#contract/manage/brief.ts";
import { type Briefs, openBriefs, type Paper, papers } from "../briefs/briefs.ts";
import { loadBrief } from "../briefs/load-brief.ts";
import { readConfig } from "../config.ts";
import { CommandError, clientOrError, command, withInstallation } from "./command.ts";
import { checkOutput, type Output, withOutput, writeOutput } from "./output.ts";

const FORMATS = ["html", "md", "json", "pdf"] as const;
type Format = (typeof FORMATS)[number];

type Options = Output & { format: Format; paper: Paper; json?: boolean };

export function briefExport(env: NodeJS.ProcessEnv): Command {
  const exporting = command({
    name: "export",
    describe: "Print a client's brief, for the team that does the work",
    example: "brief export cl_0123456789abcdef0123 --format pdf --output brief.pdf",
  })
    .argument("<clientId>", 'as "client list" shows it')
    .addOption(new Option("--format <format>", "how to print it").choices(FORMATS).default("html"))
    .addOption(new Option("--paper <size>", "of a PDF").choices(papers).default("a4"))
    .option("--json", "the same as --format json");
  return withOutput(exporting).action(async (clientId: string, { json, ...options }: Options) => {
    const format = json ? "json" : options.format;
    checkOutput(options, { isBinary: format === "pdf", config: readConfig(env) });
    const content = await withInstallation(env, async (installation, config) => {
      const client = await clientOrError(installation, clientId);
      const { storage, asked } = installation;
      const brief = await loadBrief({ storage, interview: asked.interview }, client);
      const briefs = openBriefs({ config, path: env.PATH, clock: Date.now });
      return format === "pdf" ? pdfOf(briefs, brief, options.paper) : textOf(briefs, brief, format);
    });
    await writeOutput(content, options);
  });
}

function textOf(briefs: Briefs, brief: Brief, format: Exclude<Format, "pdf">): string {
  switch (format) {
    case "html":
      return briefs.page(brief).html;
    case "md":
      return briefs.markdown(brief);
    case "json":
      return briefs.json(brief);
  }
}

/** Chromium is no child of the terminal, and would go on by itself. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}

async function pdfOf(briefs: Briefs, brief: Brief, paper: Paper): Promise<Buffer> {
  const outcome = await briefs.pdf(brief, paper, interruption());
  if (outcome.kind === "printed") return outcome.pdf;
  if (outcome.kind === "none") throw new CommandError(outcome.reason);
  throw new CommandError(
    `Chromium made no PDF: ${outcome.reason}. Try again, or export the brief as html and print it.`,
  );
}
