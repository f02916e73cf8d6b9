import type { Command } from "commander";
import { buildProgram } from "../../server/cli/program.ts";
import { code, codeBlock, GENERATED_NOTICE, markdownTable } from "./markdown.ts";

export function commandsPage(): string {
  const program = buildProgram({});
  return `${[
    GENERATED_NOTICE,
    "# Commands",
    "Run a command in the folder where Firsthand is installed:",
    codeBlock('npx firsthand client add "Rosa\'s Bakery"'),
    [
      "- After `firsthand setup`, write `sudo firsthand` instead of `npx firsthand`, in any folder: it has the server's settings.",
      "- Elsewhere, a command needs the same environment variables as the server. [Deployment](deployment.md) shows how to pass them.",
      "- The server can keep running. Only `restore` needs it stopped, and `migrate` for its last run.",
      "- `--json` prints facts for a script. `--help` explains a command.",
      "- The exit code is 0 when the command is done, 1 when it could not be done, and 2 when the command or a setting is wrong.",
    ].join("\n"),
    ...program.commands.flatMap((command) => sectionOf(command)),
  ].join("\n\n")}\n`;
}

function sectionOf(command: Command, depth = 2): string[] {
  const isGroup = command.registeredArguments.length === 0 && command.commands.length > 0;
  const own = isGroup ? headOf(command, depth) : commandOf(command, depth);
  return [...own, ...command.commands.flatMap((each) => sectionOf(each, depth + 1))];
}

function headOf(command: Command, depth: number): string[] {
  return [`${"#".repeat(depth)} ${nameOf(command)}`, `${command.description()}.`];
}

function commandOf(command: Command, depth: number): string[] {
  const help = command.createHelp();
  const terms = [
    ...help.visibleArguments(command).map((each) => [`<${each.name()}>`, help.argumentDescription(each)]),
    ...help.visibleOptions(command).map((each) => [help.optionTerm(each), help.optionDescription(each)]),
  ];
  const rows = terms
    .filter(([term]) => !term?.endsWith("--help"))
    .map(([term = "", text = ""]) => [code(term), text]);
  return [
    ...headOf(command, depth),
    codeBlock(
      `npx ${help
        .commandUsage(command)
        .replace(" [options]", rows.length > 0 ? " [options]" : "")
        .replace(" [command]", "")}`,
    ),
    ...(rows.length > 0
      ? [
          markdownTable(["Argument or option", "Meaning"], rows),
          "For example:",
          codeBlock(exampleOf(command)),
        ]
      : []),
  ];
}

function nameOf(command: Command): string {
  return command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}

/** The line that `--help` prints below "Example:". Commander can only print it, so this captures the output. */
function exampleOf(command: Command): string {
  let printed = "";
  command.configureOutput({ writeOut: (text) => (printed += text) }).outputHelp();
  const [, example] = /^Example:\n {2}\$ (.+)$/m.exec(printed) ?? [];
  if (!example) throw new Error(`"${nameOf(command)}" has no example`);
  return example;
}
