import { join } from "node:path";
import {
  type InterviewFileContent,
  noInterviewFile,
  readInterviewFile,
} from "../interview-file/read-interview-file.ts";
import type { Setting } from "../runtime/setting.ts";
import { settingChecks } from "./setting-checks.ts";
import { unknownNames, unquoted, withoutServiceLinks } from "./setting-names.ts";
import { type ParsedSettings, settings } from "./settings.ts";

export type Config = Omit<
  ParsedSettings,
  "publicUrl" | "secretsFile" | "providerName" | "transcriberLanguage" | "backupFolder"
> & {
  publicUrl: string;
  /** The name at the server's start; the console may set another. */
  providerName: string;
  /** The provider's name in the environment. */
  givenProviderName: string | undefined;
  /** An ISO 639-1 code, or `auto`. */
  transcriberLanguage: string;
  /** The content of the interview file. */
  provided: InterviewFileContent;
  secretsFile: string;
  /** SQLite's file; unused with PostgreSQL. */
  databaseFile: string;
  /**
   * With SQLite: the list of erased clients, outside the database, so that a restored backup does not bring them back.
   */
  erasedFile: string;
  /** The folder of SQLite's nightly backups; undefined where the server makes none. */
  backupFolder: string | undefined;
};

/** The name used where the provider has set none. */
export const OWN_NAME = "Firsthand";

/** Lists every problem at once. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** Reads all settings. Throws ConfigError. */
export function readConfig(given: NodeJS.ProcessEnv): Config {
  const env = withoutServiceLinks(given);
  const problems = unknownNames(
    env,
    Object.values(settings).map((setting) => setting.env),
  );
  const unread = new Set<string>();
  const values = Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    try {
      return [name, setting.parse(unquoted(env[setting.env]))];
    } catch (error) {
      problems.push(`${setting.env}: ${(error as Error).message}`);
      unread.add(name);
      return [name, undefined];
    }
  });
  const parsed: ParsedSettings = Object.fromEntries(values);
  const provided = readProvided(parsed, problems);
  for (const { of, problemsOf } of settingChecks)
    if (!of.some((name) => unread.has(name))) problems.push(...problemsOf(parsed));
  if (problems.length > 0) {
    throw new ConfigError(`${problems.join("\n")}\nSee "firsthand help config" for every setting.`);
  }
  return {
    ...parsed,
    provided,
    transcriberLanguage: parsed.transcriberLanguage ?? spokenIn(provided),
    providerName: parsed.providerName ?? provided.name ?? OWN_NAME,
    givenProviderName: parsed.providerName,
    publicUrl: parsed.publicUrl ?? `http://${hostInUrl(parsed.host)}:${parsed.port}`,
    secretsFile: parsed.secretsFile ?? join(parsed.dataFolder, "secrets.json"),
    databaseFile: join(parsed.dataFolder, "firsthand.db"),
    erasedFile: join(parsed.dataFolder, "erased"),
    backupFolder:
      parsed.backupFolder === "off" ? undefined : (parsed.backupFolder ?? join(parsed.dataFolder, "backups")),
  };
}

/** The language of recordings; the engine detects it where clients can choose a language. */
function spokenIn({ interviews, language }: InterviewFileContent): string {
  return interviews.size === 1 ? language : "auto";
}

function readProvided({ interviewFile }: ParsedSettings, problems: string[]): InterviewFileContent {
  if (interviewFile === undefined) return noInterviewFile;
  try {
    return readInterviewFile(interviewFile);
  } catch (error) {
    const lines = (error as Error).message.split("\n");
    problems.push(...lines.map((line) => `${settings.interviewFile.env}: ${line}`));
    return noInterviewFile;
  }
}

export function hostInUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
