import { type Command, Option } from "commander";
import { type Language, languageNames, languages } from "#contract/languages.ts";
import { type PaperSize, papers } from "#contract/manage/endpoints/briefs.ts";
import { openBriefs, type PdfOutcome } from "../../briefs/briefs.ts";
import { loadBrief } from "../../briefs/load-brief.ts";
import type { Definition, InterviewVersion } from "../../interviews/definition.ts";
import { readConfig } from "../../settings/config.ts";
import { briefSettings, CommandError, clientOrError, command, withInstallation } from "../command.ts";
import { checkOutput, type Output, withOutput, writeOutput } from "../output.ts";

const FORMATS = ["html", "md", "json", "pdf"] as const;
type Format = (typeof FORMATS)[number];

type Options = Output & { format: Format; paper: PaperSize; language?: Language; json?: boolean };

export function briefExport(env: NodeJS.ProcessEnv): Command {
  const exporting = command({
    name: "export",
    describe: "Print a client's brief",
    example: "brief export cl_0123456789abcdef0123 --format pdf --output brief.pdf",
  })
    .argument("<clientId>", 'from "client list"')
    .addOption(new Option("--format <format>", "output format").choices(FORMATS).default("html"))
    .addOption(new Option("--paper <size>", "paper size of a PDF").choices(papers).default("a4"))
    .addOption(
      new Option("--language <language>", "one of the interview's languages (default: the first)").choices(
        languages,
      ),
    )
    .option("--json", "the same as --format json");
  return withOutput(exporting).action(async (clientId: string, { json, ...options }: Options) => {
    const format = json ? "json" : options.format;
    checkOutput(options, { isBinary: format === "pdf", config: readConfig(env) });
    const content = await withInstallation(env, async (installation, config) => {
      const client = await clientOrError(installation, clientId);
      const definition = definitionOrError(await installation.book.of(client.interview), options.language);
      const { language } = definition;
      const brief = await loadBrief({ ...installation, definition }, client);
      const briefs = openBriefs({
        ...(await briefSettings(installation, config)),
        path: env.PATH,
        clock: Date.now,
      });
      if (format === "json") return briefs.json(brief);
      if (format === "md") return briefs.markdown(brief, language);
      if (format === "html") return briefs.page(brief, language).html;
      const printing = { paper: options.paper, signal: interruption() };
      return pdfOf(await briefs.pdf(brief, language, printing));
    });
    await writeOutput(content, options);
  });
}

function definitionOrError({ asked, definitions }: InterviewVersion, language = asked.language): Definition {
  const found = definitions.get(language);
  if (found) return found;
  const offered = [...definitions.keys()].join(", ");
  throw new CommandError(
    `The interview isn't available in ${languageNames[language]}. Available languages: ${offered}.`,
  );
}

/** Chromium runs outside the terminal's process group, and would survive an interrupted command. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}

function pdfOf(outcome: PdfOutcome): Buffer {
  if (outcome.kind === "printed") return outcome.pdf;
  if (outcome.kind === "none") throw new CommandError(outcome.reason);
  throw new CommandError(
    `Chromium couldn't create the PDF: ${outcome.reason}. Try again, or export the brief as html and print it.`,
  );
}
