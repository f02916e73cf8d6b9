import { type Command, InvalidArgumentError, Option } from "commander";
import { isoOf } from "#contract/instants.ts";
import { listOverdueClients } from "../../clients/retention.ts";
import { command, counted, print, table, withInstallation } from "../command.ts";

type Options = { days?: number; json?: boolean };

export function retentionShow(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "show",
    describe: "Show inactive clients that retention would erase; erases nothing",
    example: "retention show --days 365",
  })
    .addOption(
      new Option("--days <n>", "use this number instead of FIRSTHAND_RETENTION_DAYS").argParser(parseDays),
    )
    .option("--json", "print JSON")
    .action(async ({ days: tried, json }: Options) => {
      const { days, overdue } = await withInstallation(env, async ({ storage }, { retentionDays }) => {
        const days = tried ?? retentionDays;
        return { days, overdue: await listOverdueClients(storage, days, Date.now()) };
      });
      const clients = overdue.map(({ clientId, name, lastChangeAt }) => ({
        clientId,
        clientName: name,
        lastChange: isoOf(lastChangeAt),
      }));
      const rows = clients.map(({ clientId, clientName, lastChange }) => [
        clientId,
        clientName,
        lastChange ?? "",
      ]);
      print({ retentionDays: days, isInForce: tried === undefined && days > 0, clients }, json, [
        headline(days, tried, clients.length),
        ...(rows.length > 0 ? ["", ...table(["ID", "NAME", "LAST CHANGE"], rows)] : []),
      ]);
    });
}

function headline(days: number, tried: number | undefined, count: number): string {
  if (days === 0) return "Retention is off: FIRSTHAND_RETENTION_DAYS is 0.";
  const overdue = `${counted(count, "client")} without a change for ${counted(days, "day")}`;
  return tried === undefined
    ? `${overdue}: the server erases them after 12 more hours without a change.`
    : `${overdue}. This command erases nothing.`;
}

function parseDays(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError("Expected a whole number of days.");
  return Number(text);
}
