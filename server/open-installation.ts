import { hash } from "node:crypto";
import { builtInInterview } from "#contract/built-in-interview.ts";
import { liveSecrets } from "./access-keys/live-secrets.ts";
import { masterKeysIn, masterKeysOf } from "./access-keys/master-keys.ts";
import { openSecrets, type Secrets } from "./access-keys/secrets.ts";
import type { Erasing } from "./clients/erase-client.ts";
import { openErasedList } from "./clients/erased-list.ts";
import type { Config } from "./config.ts";
import { createPasswordHasher, type PasswordHasher } from "./managers/passwords.ts";
import type { AskedInterview } from "./records/save-record.ts";
import { databaseAudio } from "./storage/audio.ts";
import { createSeals, type MasterKeys } from "./storage/data-keys.ts";
import { openSqlite } from "./storage/sqlite.ts";
import { createStorage } from "./storage/storage.ts";

/** What a server and every command work on. */
export type Installation = Erasing & {
  secrets: Secrets;
  passwords: PasswordHasher;
  asked: AskedInterview;
};

/** Opens secrets and database, and makes both where there are none. Throws StorageRefusal. */
export async function openInstallation(config: Config): Promise<Installation> {
  const opened = openSecrets(config.secretsFile, config.databaseFile);
  const secrets = liveSecrets(config.secretsFile, opened);
  const data = await openWith(config, masterKeysOf(secrets));
  return { ...data, secrets, passwords: createPasswordHasher(), asked: askedInterview() };
}

/** What is kept, where the secrets may be missing: for work that reads no answer. Throws StorageRefusal. */
export function openData(config: Config): Promise<Erasing> {
  return openWith(config, masterKeysIn(config.secretsFile));
}

async function openWith(config: Config, masterKeys: MasterKeys): Promise<Erasing> {
  const { databaseFile, erasedFile, encrypts } = config;
  const engine = await openSqlite(databaseFile);
  const seals = createSeals(engine, { masterKeys, isOff: !encrypts });
  return {
    storage: createStorage(engine, seals),
    audio: databaseAudio(engine, seals),
    erased: openErasedList(erasedFile),
  };
}

function askedInterview(): AskedInterview {
  const interview = builtInInterview;
  return { interview, hash: hash("sha256", JSON.stringify(interview), "base64url").slice(0, 22) };
}
