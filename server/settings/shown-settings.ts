import type { Setting } from "../runtime/setting.ts";
import { readConfig } from "./config.ts";
import { unquoted } from "./setting-names.ts";
import { settings } from "./settings.ts";

/** A setting as people may see it. For a secret, `value` is `set` or `unset`. */
export type ShownSetting = {
  /** The name of the environment variable. */
  name: string;
  value: string;
  from: "environment" | "interview file" | "default";
};

/** The settings in force, in the table's order. Throws ConfigError. */
export function shownSettings(env: NodeJS.ProcessEnv): ShownSetting[] {
  const config = readConfig(env);
  return Object.entries<Setting<unknown>>(settings).map(([key, setting]) => {
    const read = config[key as keyof typeof settings];
    const given = unquoted(env[setting.env]);
    const value = setting.isSecret ? secretShown(read) : valueShown(read, given ?? setting.fallback);
    const isInFile = key === "providerName" && config.provided.name !== undefined;
    const elsewhere = isInFile ? "interview file" : "default";
    return { name: setting.env, value, from: given === undefined ? elsewhere : "environment" };
  });
}

function secretShown(read: unknown): string {
  return read === undefined ? "unset" : "set";
}

/** The parsed value if it is text or a number, such as an absolute path; otherwise the text as written. */
function valueShown(read: unknown, written: string): string {
  return typeof read === "string" || typeof read === "number" ? String(read) : written;
}
