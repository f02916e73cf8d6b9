import { createWriteStream, existsSync, renameSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Command, Option } from "commander";
import { isoOf } from "#contract/instants.ts";
import type { Role } from "#contract/manage/accounts.ts";
import type { IssuedKey } from "../access-keys/issue-key.ts";
import type { Config } from "../settings/config.ts";
import { isSameFile } from "../storage/backup/backup.ts";
import { linkOrMove, placeFile } from "../storage/engine/atomic-write.ts";
import { CommandError, print } from "./command.ts";

/** The output of a command: a named file, or standard output. */
export type Output = { output?: string; force?: boolean };

type Pieces = string | Uint8Array | AsyncIterable<string | Uint8Array>;

/** Adds the options that name the output file. */
export function withOutput(command: Command): Command {
  return command
    .addOption(new Option("--output <file>", "write to this file, readable only by this user"))
    .option("--force", "replace the file if it exists");
}

type Checking = { isBinary: boolean; config: Config };

/** Refuses an unusable output before any work is done. */
export function checkOutput({ output, force = false }: Output, { isBinary, config }: Checking): void {
  if (output === undefined) {
    if (isBinary && process.stdout.isTTY)
      throw new CommandError("This output isn't text. Name a file with --output.");
    return;
  }
  const file = resolve(output);
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new CommandError(`${file} is a folder. Name a file inside the folder.`);
  const { databaseFile, secretsFile, erasedFile } = config;
  if ([databaseFile, secretsFile, erasedFile].some((own) => isSameFile(own, file)))
    throw new CommandError(`${file} belongs to this installation. Name another file.`);
  if (existsSync(file) && !force)
    throw new CommandError(`${file} already exists. Name another file, or add --force to replace it.`);
}

/** Writes a file completely or not at all. Throws StorageRefusal. */
export async function writeOutput(pieces: Pieces, { output, force = false }: Output): Promise<void> {
  if (output === undefined) return toStandardOutput(pieces);
  const file = resolve(output);
  await placeFile(file, {
    make: (temporary) => pipeline(readable(pieces), createWriteStream(temporary)),
    put: (temporary) => (force ? renameSync(temporary, file) : linkOrMove(temporary, file)),
  });
}

async function toStandardOutput(pieces: Pieces): Promise<void> {
  try {
    await pipeline(readable(pieces), process.stdout, { end: false });
  } catch (error) {
    // a reader such as `head` may close the output early
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
  }
}

/** Text or bytes become a stream of one piece. */
function readable(pieces: Pieces): Readable {
  const isWhole = typeof pieces === "string" || pieces instanceof Uint8Array;
  return Readable.from(isWhole ? [pieces] : pieces);
}

type LinkView = {
  managerId: string;
  name: string;
  email: string;
  role: Role;
  link: string;
  expiresAt: number;
};

/** Prints a one-time link, which is shown only once. */
export function printLink(
  { managerId, name, email, role, link, expiresAt }: LinkView,
  asJson?: boolean,
): void {
  print({ managerId, name, email, role, link, expiresAt: isoOf(expiresAt) }, asJson, [
    `${role === "administrator" ? "Administrator" : "Account manager"}: ${name}, ${email} (${managerId})`,
    `Password link: ${link}`,
    `It works once, until ${isoOf(expiresAt)}, and is not shown again.`,
  ]);
}

type IssuedKeyView = IssuedKey & { clientId: string; name: string; link: string };

/** Prints a new access key, which is shown only once. */
export function printIssued(
  { clientId, name, keyId, accessKey, link, expiresAt }: IssuedKeyView,
  asJson?: boolean,
): void {
  print({ clientId, clientName: name, keyId, accessKey, link, expiresAt: isoOf(expiresAt) }, asJson, [
    `Client: ${name} (${clientId})`,
    `Access key: ${accessKey}`,
    `Link: ${link}`,
    `Valid until ${isoOf(expiresAt)}. The key is not shown again.`,
  ]);
}
