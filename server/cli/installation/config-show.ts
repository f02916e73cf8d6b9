import type { Command } from "commander";
import { readConfig, shownConfig } from "../../settings/config.ts";
import { settings } from "../../settings/settings.ts";
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
      const config = shownConfig(readConfig(env));
      const lines = Object.entries(config)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, String(value) || "none"]);
      print(config, options.json, table(["SETTING", "VALUE"], lines));
    });
}

function indent(rows: string[][]): string[][] {
  return rows.map(([name, ...rest]) => [`  ${name}`, ...rest]);
}
