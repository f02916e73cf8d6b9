import { hash } from "node:crypto";
import { builtInInterview } from "#contract/built-in-interview.ts";
import { liveSecrets } from "./access-keys/live-secrets.ts";
import { masterKeysIn } from "./access-keys/master-keys.ts";
import { openSecrets, type Secrets } from "./access-keys/secrets.ts";
import type { Erasing } from "./clients/erase-client.ts";
import { openErasedList } from "./clients/erased-list.ts";
import type { Config } from "./config.ts";
import { createPasswordHasher, type PasswordHasher } from "./managers/passwords.ts";
import type { AskedInterview } from "./records/save-record.ts";
import { databaseAudio } from "./storage/audio.ts";
import { createSeals } from "./storage/data-keys.ts";
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
  const data = await openData(config);
  return { ...data, secrets, passwords: createPasswordHasher(), asked: askedInterview() };
}

/** What is kept, for work in which no key is looked at. Throws StorageRefusal. */
export async function openData(config: Config): Promise<Erasing> {
  const { databaseFile, erasedFile, secretsFile, encrypts } = config;
  const engine = await openSqlite(databaseFile);
  const seals = createSeals(engine, { masterKeys: masterKeysIn(secretsFile), isOff: !encrypts });
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
