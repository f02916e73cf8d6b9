import type { Command } from "commander";
import type { Manager } from "#contract/manage/accounts.ts";
import { listManagerViews } from "../../managers/manager-view.ts";
import { pluralize } from "../../runtime/pluralize.ts";
import { command, print, table, withInstallation } from "../command.ts";

export function managerList(env: NodeJS.ProcessEnv): Command {
  return command({ name: "list", describe: "List the account managers", example: "manager list" })
    .option("--json", "print JSON")
    .action(async (options: { json?: boolean }) => {
      const shown = await withInstallation(env, ({ storage }, { openIdIssuer }) =>
        listManagerViews(storage, openIdIssuer),
      );
      const rows = shown.map((one) => [
        one.managerId,
        one.name,
        one.email,
        one.role,
        one.state,
        one.hasSecondFactor ? "on" : "off",
        String(one.clients),
        awayText(one.away),
        one.lastUsedAt ?? "never",
      ]);
      print(shown, options.json, [
        ...table(
          ["ID", "NAME", "EMAIL", "ROLE", "STATE", "SECOND FACTOR", "CLIENTS", "AWAY", "LAST SEEN"],
          rows,
        ),
        pluralize(shown.length, "account manager"),
      ]);
    });
}

/** The end of the absence, and who has the clients meanwhile. */
function awayText(away: Manager["away"]): string {
  if (away === null) return "no";
  return `until ${away.until}, ${away.handTo?.name ?? "administrators"}`;
}
