import type { Command } from "commander";
import { settings } from "../../settings/settings.ts";
import { shownSettings } from "../../settings/shown-settings.ts";
import { command, print, table } from "../command.ts";

export function configShow(env: NodeJS.ProcessEnv): Command {
  const rows = Object.values(settings).map(({ env: name, fallback, describe }) => [name, fallback, describe]);
  return command({
    name: "config",
    describe: "Check the settings and print their values; settings are environment variables",
    example: "config",
  })
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      () => `\nSettings:\n${table(["  VARIABLE", "WHEN UNSET", "MEANING"], indent(rows)).join("\n")}`,
    )
    .action((options: { json?: boolean }) => {
      const shown = shownSettings(env);
      const facts = Object.fromEntries(shown.map(({ name, ...setting }) => [name, setting]));
      const lines = shown.map(({ name, value, from }) => [name, value, from]);
      print(facts, options.json, table(["SETTING", "VALUE", "FROM"], lines));
    });
}

function indent(rows: string[][]): string[][] {
  return rows.map(([name, ...rest]) => [`  ${name}`, ...rest]);
}
