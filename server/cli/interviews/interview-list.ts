import type { Command } from "commander";
import { isoOf } from "#contract/instants.ts";
import { command, print, table, withInstallation } from "../command.ts";

export function interviewList(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "list",
    describe: "List interviews, their versions and their clients",
    example: "interview list",
  })
    .option("--json", "print JSON")
    .action(async (options: { json?: boolean }) => {
      const interviews = await withInstallation(env, async ({ storage }) => {
        const versions = await storage.interviews.listVersions();
        const counts = await storage.interviews.countClients();
        const drafts = await storage.interviews.listDrafts();
        return (await storage.interviews.list()).map((entry) => {
          const current = versions.find(
            ({ interviewId, number }) => interviewId === entry.interviewId && number === entry.currentVersion,
          );
          return {
            interviewId: entry.interviewId,
            name: entry.name,
            source: entry.source,
            isDefault: entry.isDefault,
            version: entry.currentVersion,
            publishedAt: isoOf(current?.publishedAt),
            languages: [...(current?.hashes.keys() ?? [])],
            hasDraft: drafts.has(entry.interviewId),
            clients: counts.get(entry.interviewId) ?? 0,
          };
        });
      });
      const rows = interviews.map((each) => [
        each.interviewId,
        each.name,
        each.version === null ? "not published" : String(each.version),
        each.publishedAt ?? "-",
        each.languages.join(", ") || "-",
        String(each.clients),
        each.isDefault ? "yes" : "-",
        each.hasDraft ? "yes" : "-",
      ]);
      const heading = ["ID", "NAME", "VERSION", "PUBLISHED", "LANGUAGES", "CLIENTS", "NEW CLIENTS", "DRAFT"];
      print(interviews, options.json, table(heading, rows));
    });
}
