import { type Command, Option } from "commander";
import { type BriefedClient, briefOf } from "#contract/manage/answers/brief.ts";
import { recordMarkdown } from "../../briefs/brief-markdown.ts";
import { briefWordsIn } from "../../briefs/brief-words.ts";
import { briefedClient } from "../../briefs/load-brief.ts";
import type { Definition } from "../../interviews/definition.ts";
import type { Installation } from "../../open-installation.ts";
import { exportCsv, exportJson } from "../../records/export-record.ts";
import type { StoredRecord } from "../../storage/records/records.ts";
import {
  clientOrError,
  command,
  missingRevision,
  parseRevision,
  timeZoneOf,
  withInstallation,
} from "../command.ts";

const FORMATS = ["json", "csv", "md"] as const;
type Format = (typeof FORMATS)[number];

type Options = { format: Format; revision?: number; json?: boolean };

export function recordExport(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "export",
    describe: "Print all answers of a client",
    example: "record export cl_0123456789abcdef0123 --format md > answers.md",
  })
    .argument("<clientId>", 'from "client list"')
    .addOption(new Option("--format <format>", "output format").choices(FORMATS).default("json"))
    .addOption(
      new Option("--revision <n>", 'an earlier revision, from "record history"').argParser(parseRevision),
    )
    .option("--json", "the same as --format json")
    .action(async (clientId: string, { format, revision, json }: Options) => {
      const text = await withInstallation(env, async (installation, config) => {
        const { name, interview } = await clientOrError(installation, clientId);
        const { asked } = await installation.book.of(interview);
        const newest = await installation.storage.records.load(clientId);
        const isEarlier = revision !== undefined && revision !== newest?.revision;
        const stored = isEarlier ? await loadEarlier(installation, clientId, revision) : newest;
        const exported = briefedClient(installation.book, { clientId, name, interview }, stored);
        const timeZone = await timeZoneOf(installation, config);
        return textOf(installation, exported, {
          asked,
          format: json ? "json" : format,
          isEarlier,
          timeZone: timeZone(),
        });
      });
      process.stdout.write(text);
    });
}

type TextOptions = { asked: Definition; format: Format; isEarlier: boolean; timeZone: string };

/** A record in a format; like the brief, CSV and Markdown are in the language of the interview. */
async function textOf(
  { storage, book }: Installation,
  exported: BriefedClient,
  { asked, format, isEarlier, timeZone }: TextOptions,
): Promise<string> {
  if (format === "json") return exportJson(exported);
  const { interview } = asked;
  const words = briefWordsIn(asked.language, timeZone);
  const interviews = book.everAsked(asked.language);
  if (format === "csv") return exportCsv({ interview, interviews }, exported, words);
  const takes = await storage.takes.list(exported.clientId);
  return recordMarkdown(briefOf(interview, exported, { takes, interviews }), { words, isEarlier });
}

/** Includes the time at which this revision was submitted, if it was. */
async function loadEarlier(
  { storage }: Installation,
  clientId: string,
  revision: number,
): Promise<StoredRecord> {
  const revisions = await storage.records.listRevisions(clientId);
  const step = revisions.find((stored) => stored.revision === revision);
  const record = step && (await storage.records.loadRevision(clientId, revision));
  if (!record) throw missingRevision(clientId, revision, revisions[0]?.revision ?? 0);
  return { ...step, record };
}
