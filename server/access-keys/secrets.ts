import { createHmac, randomBytes } from "node:crypto";
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod";
import { StorageRefusal } from "../storage/engine/faults.ts";
import { giveToFolder } from "../storage/engine/file-owner.ts";

/** Secrets of 32 random bytes by id; ids let a secret be replaced while data made with the old one stays valid. */
const ringSchema = z.record(z.string().min(1), z.base64().length(44));

const secretsSchema = z
  .strictObject({
    version: z.literal(1),
    masterKeys: ringSchema,
    currentMasterKey: z.string(),
    peppers: ringSchema,
    currentPepper: z.string(),
  })
  .refine((secrets) => secrets.masterKeys[secrets.currentMasterKey], "currentMasterKey names no master key")
  .refine((secrets) => secrets.peppers[secrets.currentPepper], "currentPepper names no pepper");

export type Secrets = z.infer<typeof secretsSchema>;

/** The database that the secrets belong to. `name` is shown to people; `isNew` means that it is still empty. */
export type DatabaseOfSecrets = { name: string; isNew: boolean };

/**
 * Opens the installation's secrets. Creates them only for a new database: an existing one without its secrets is
 * refused, because none of its keys would work. Throws StorageRefusal.
 */
export function openSecrets(file: string, { name, isNew }: DatabaseOfSecrets): Secrets {
  if (!existsSync(file)) {
    if (!isNew) {
      throw new StorageRefusal(
        `${file} is missing, and without it no access key of ${name} works. Restore it from your backup, or name it in FIRSTHAND_SECRETS.`,
      );
    }
    createSecrets(file);
  }
  return readSecrets(file);
}

/** Throws StorageRefusal. */
export function readSecrets(file: string): Secrets {
  try {
    return secretsSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    // the cause may quote the file, so it is not passed on
    const what = error instanceof z.ZodError ? z.prettifyError(error) : "it cannot be read as JSON";
    throw new StorageRefusal(`${file}: ${what}. Restore it from your backup.`);
  }
}

/** The ids of the available peppers; undefined if the secrets file is missing or invalid. */
export function pepperIds(file: string): string[] | undefined {
  try {
    return Object.keys(readSecrets(file).peppers);
  } catch (error) {
    if (error instanceof StorageRefusal) return undefined;
    throw error;
  }
}

function createSecrets(file: string): void {
  const secret = () => randomBytes(32).toString("base64");
  const secrets: Secrets = {
    version: 1,
    masterKeys: { m1: secret() },
    currentMasterKey: "m1",
    peppers: { p1: secret() },
    currentPepper: "p1",
  };
  const half = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(half, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
    chmodSync(half, 0o600);
    giveToFolder(half);
    // if two servers start at once, one wins, and neither can read a half-written file
    linkSync(half, file);
  } catch (error) {
    if (!existsSync(file)) {
      throw new StorageRefusal(
        `${file} cannot be made (${(error as Error).message}). Check the folder's permissions, or set FIRSTHAND_DATA.`,
      );
    }
  } finally {
    // checked first, because where the folder is a file even a forced removal throws
    if (existsSync(half)) rmSync(half);
  }
}

/** The keyed hash of an access key's secret part, hex; undefined where the pepper is unknown. */
export function hashSecret(secrets: Secrets, pepperId: string, secret: string): string | undefined {
  const pepper = secrets.peppers[pepperId];
  return pepper && createHmac("sha256", Buffer.from(pepper, "base64")).update(secret).digest("hex");
}
