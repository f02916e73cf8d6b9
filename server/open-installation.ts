import { hash } from "node:crypto";
import { builtInInterview } from "#contract/built-in-interview.ts";
import { openSecrets, type Secrets } from "./access-keys/secrets.ts";
import type { Config } from "./config.ts";
import { createPasswordHasher, type PasswordHasher } from "./managers/passwords.ts";
import type { AskedInterview } from "./records/save-record.ts";
import { type AudioStore, databaseAudio } from "./storage/audio.ts";
import { plainSeal } from "./storage/seal.ts";
import { openSqlite } from "./storage/sqlite.ts";
import { createStorage, type Storage } from "./storage/storage.ts";

/** What a server and every command work on. */
export type Installation = {
  storage: Storage;
  audio: AudioStore;
  secrets: Secrets;
  passwords: PasswordHasher;
  asked: AskedInterview;
};

/** Opens secrets and database, and makes both where there are none. Throws StorageRefusal. */
export async function openInstallation({ secretsFile, databaseFile }: Config): Promise<Installation> {
  const secrets = openSecrets(secretsFile, databaseFile);
  const engine = await openSqlite(databaseFile);
  const storage = createStorage(engine, plainSeal);
  return {
    storage,
    audio: databaseAudio(engine, plainSeal),
    secrets,
    passwords: createPasswordHasher(),
    asked: askedInterview(),
  };
}

function askedInterview(): AskedInterview {
  const interview = builtInInterview;
  return { interview, hash: hash("sha256", JSON.stringify(interview), "base64url").slice(0, 22) };
}
