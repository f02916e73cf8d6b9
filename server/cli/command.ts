import { Command, InvalidArgumentError } from "commander";
import { emailSchema } from "#contract/api/email.ts";
import { shownJson, shownText } from "#contract/manage/answers/shown-text.ts";
import { type Installation, openInstallation } from "../open-installation.ts";
import { isRelease } from "../runtime/package.ts";
import { type Config, readConfig } from "../settings/config.ts";
import { readSettings } from "../settings/live-settings.ts";
import { providerInForce } from "../settings/provider-in-force.ts";
import type { ListedClient } from "../storage/clients/clients.ts";
import { databaseFileOf } from "../storage/database.ts";
import type { CatalogEntry } from "../storage/interviews/interviews.ts";
import type { StoredManager } from "../storage/managers/managers.ts";

/** A valid command that cannot be done; the message says why and what to do. */
export class CommandError extends Error {
  override name = "CommandError";
}

type Description = { name: string; describe: string; example: string };

/** Makes a command with an example below its help. */
export function command({ name, describe, example }: Description): Command {
  return new Command(name)
    .description(describe)
    .showHelpAfterError("(add --help to see how to use it)")
    .addHelpText("after", `\nExample:\n  $ ${isRelease ? "sudo" : "npx"} firsthand ${example}`)
    .exitOverride();
}

/** Opens the installation of the environment for one action, and closes it afterwards. */
export async function withInstallation<Result>(
  env: NodeJS.ProcessEnv,
  act: (installation: Installation, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(env);
  const installation = await openInstallation(config, "expect");
  try {
    return await act(installation, config);
  } finally {
    await installation.storage.close();
  }
}

/** For actions on SQLite's files. Throws StorageRefusal with the text `elsewhere` where PostgreSQL is used. */
export function sqliteConfig(env: NodeJS.ProcessEnv, elsewhere: string): Config {
  const config = readConfig(env);
  databaseFileOf(config, elsewhere);
  return config;
}

/** The provider's time zone, from the console's settings. */
export async function timeZoneOf({ storage }: Installation, config: Config): Promise<() => string> {
  const settings = await readSettings(storage, config);
  return () => settings.get("timeZone");
}

/** What a brief says about the provider, from the console's settings. */
export async function briefSettings({ storage }: Installation, config: Config) {
  const settings = await readSettings(storage, config);
  return {
    config: { ...config, ...providerInForce(config, settings) },
    timeZone: () => settings.get("timeZone"),
  };
}

export async function clientOrError({ storage }: Installation, clientId: string): Promise<ListedClient> {
  const client = await storage.clients.find(clientId);
  if (!client) {
    throw new CommandError(`There is no client ${clientId}. Run "firsthand client list" to see the ids.`);
  }
  return client;
}

export async function interviewOrError(
  { storage }: Pick<Installation, "storage">,
  interviewId: string,
): Promise<CatalogEntry> {
  const found = (await storage.interviews.list()).find((entry) => entry.interviewId === interviewId);
  if (!found) {
    throw new CommandError(
      `There is no interview ${interviewId}. Run "firsthand interview list" to see the ids.`,
    );
  }
  return found;
}

/** Prints JSON on request, otherwise lines for a person. */
export function print(facts: unknown, asJson: boolean | undefined, lines: string[]): void {
  process.stdout.write(asJson ? `${shownJson(facts, 2)}\n` : shownText(`${lines.join("\n")}\n`));
}

/** Rows under a heading, in columns as wide as needed. */
export function table(heading: string[], rows: string[][]): string[] {
  const widths = heading.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? "").length)),
  );
  return [heading, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** Finds a manager by email address or id. */
export async function managerOrError({ storage }: Installation, text: string): Promise<StoredManager> {
  const isEmail = text.includes("@");
  const manager = isEmail
    ? await storage.managers.findByEmail(text.trim().toLowerCase())
    : await storage.managers.find(text);
  if (!manager)
    throw new CommandError(
      `There is no account manager ${text}. Run "firsthand manager list" to see all account managers.`,
    );
  return manager;
}

/** An account manager whose account is not revoked. */
export async function liveManagerOrError(installation: Installation, text: string): Promise<StoredManager> {
  const manager = await managerOrError(installation, text);
  if (manager.revokedAt === null) return manager;
  throw new CommandError(`${manager.name} can't sign in: the account is revoked. Choose another one.`);
}

/** Parses a typed email address. */
export function parseEmail(text: string): string {
  const { success, data } = emailSchema.safeParse(text);
  if (!success) throw new InvalidArgumentError("Expected an email address, such as you@example.com.");
  return data;
}

/** Parses a typed revision number. */
export function parseRevision(text: string): number {
  return parseNumber(text, 'Expected a revision number such as 12, from "record history".');
}

/** Parses a number from 1 up. Throws InvalidArgumentError with the text `refusal`. */
export function parseNumber(text: string, refusal: string): number {
  // below 2^53, so that the number is exact
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError(refusal);
  return Number(text);
}

/** Why a revision does not exist, and where to look. `newest` is 0 if nothing was ever saved. */
export function missingRevision(clientId: string, revision: number, newest: number): CommandError {
  if (newest === 0) {
    return new CommandError(`There is no revision ${revision}: ${clientId} hasn't saved anything yet.`);
  }
  const reason =
    revision > newest
      ? `There is no revision ${revision} of ${clientId}: the newest is ${newest}.`
      : `Revision ${revision} of ${clientId} is no longer stored: older history is thinned out.`;
  return new CommandError(`${reason} "firsthand record history ${clientId}" lists the stored revisions.`);
}
