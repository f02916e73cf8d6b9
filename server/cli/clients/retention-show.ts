import { type Command, InvalidArgumentError, Option } from "commander";
import { isoOf } from "#contract/instants.ts";
import { listOverdueClients } from "../../clients/retention.ts";
import { pluralize } from "../../runtime/pluralize.ts";
import { readSettings } from "../../settings/live-settings.ts";
import { retentionAt, type StoredRetention } from "../../settings/retention-setting.ts";
import { command, print, table, withInstallation } from "../command.ts";

type Options = { days?: number; json?: boolean };

export function retentionShow(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "show",
    describe: "Show inactive clients that retention would erase; erases nothing",
    example: "retention show --days 365",
  })
    .addOption(new Option("--days <n>", "use this number instead of the one in force").argParser(parseDays))
    .option("--json", "print JSON")
    .action(async ({ days: tried, json }: Options) => {
      const { retention, overdue } = await withInstallation(env, async ({ storage }, config) => {
        const now = Date.now();
        const settings = await readSettings(storage, config);
        const retention = retentionAt(settings.get("retentionDays"), now);
        return { retention, overdue: await listOverdueClients(storage, tried ?? retention.days, now) };
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
      const { waiting } = retention;
      const facts = {
        retentionDays: tried ?? retention.days ?? 0,
        isInForce: tried === undefined && retention.days !== null,
        waiting: waiting && { retentionDays: waiting.days, beginsAt: isoOf(waiting.beginsAt) },
        clients,
      };
      print(facts, json, [
        headline(tried ?? retention.days, tried, clients.length),
        ...waitingLines(retention),
        ...(rows.length > 0 ? ["", ...table(["ID", "NAME", "LAST CHANGE"], rows)] : []),
      ]);
    });
}

function headline(days: number | null, tried: number | undefined, count: number): string {
  if (days === null) return "Retention is off: no client is erased for being inactive.";
  const overdue = `${pluralize(count, "client")} without a change for ${pluralize(days, "day")}`;
  return tried === undefined
    ? `${overdue}: the server erases them after 12 more hours without a change.`
    : `${overdue}. This command erases nothing.`;
}

function waitingLines({ waiting }: StoredRetention): string[] {
  if (!waiting) return [];
  const days = pluralize(waiting.days, "day");
  return [
    `From ${isoOf(waiting.beginsAt)}, the limit is ${days}, unless an administrator cancels that change in the console.`,
  ];
}

function parseDays(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError("Expected a whole number of days.");
  return Number(text);
}
