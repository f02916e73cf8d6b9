import { join } from "node:path";
import { settingChecks } from "./setting-checks.ts";
import { unknownNames, unquoted, withoutServiceLinks } from "./setting-names.ts";
import { type Parsed, type Setting, settings } from "./settings.ts";

export type Config = Omit<Parsed, "publicUrl" | "secretsFile"> & {
  publicUrl: string;
  secretsFile: string;
  /** SQLite's, where there are no hosts. */
  databaseFile: string;
  /** Beside SQLite: who was erased, apart from the database, so that a restored backup does not bring them back. */
  erasedFile: string;
};

/** Lists all that is wrong at once. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** Throws ConfigError. */
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
  const parsed: Parsed = Object.fromEntries(values);
  for (const { of, problemsOf } of settingChecks)
    if (!of.some((name) => unread.has(name))) problems.push(...problemsOf(parsed));
  if (problems.length > 0) {
    throw new ConfigError(`${problems.join("\n")}\nSee "firsthand help config" for every setting.`);
  }
  return {
    ...parsed,
    publicUrl: parsed.publicUrl ?? `http://${hostInUrl(parsed.host)}:${parsed.port}`,
    secretsFile: parsed.secretsFile ?? join(parsed.dataFolder, "secrets.json"),
    databaseFile: join(parsed.dataFolder, "firsthand.db"),
    erasedFile: join(parsed.dataFolder, "erased"),
  };
}

/** The settings in force as they may be shown. */
export function shownConfig(config: Config): { [name: string]: unknown } {
  const secrets = Object.entries<Setting<unknown>>(settings).filter(([, { isSecret }]) => isSecret);
  const names = new Set(secrets.map(([name]) => name));
  const shown = (name: string, value: unknown) => (names.has(name) && value !== undefined ? "(set)" : value);
  return Object.fromEntries(Object.entries(config).map(([name, value]) => [name, shown(name, value)]));
}

export function hostInUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
