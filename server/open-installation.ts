import { lookup } from "node:dns";
import { liveSecrets } from "./access-keys/live-secrets.ts";
import { masterKeysIn, masterKeysOf } from "./access-keys/master-keys.ts";
import { openSecrets, type Secrets } from "./access-keys/secrets.ts";
import type { ClientStores } from "./clients/erase-client.ts";
import { type InterviewBook, openInterviewBook } from "./interviews/interview-book.ts";
import { createPasswordHasher, type Passwords } from "./managers/passwords.ts";
import { bucketOf } from "./object-store/bucket.ts";
import type { Config } from "./settings/config.ts";
import { type OpenedDatabase, openDatabase } from "./storage/database.ts";
import { StorageRefusal, withDatabaseName } from "./storage/engine/faults.ts";
import type { SchemaUse } from "./storage/migrations/migrate.ts";
import { createStorage } from "./storage/storage.ts";
import { databaseAudio } from "./storage/takes/audio.ts";
import { type AudioPlaces, keptAudio } from "./storage/takes/audio-orphans.ts";
import { type Bucket, objectAudio } from "./storage/takes/object-audio.ts";

/** What the server and every command work with. */
export type Installation = InstallationStores & {
  secrets: Secrets;
  passwords: Passwords;
  book: InterviewBook;
};

/** `bucket` is undefined where recordings are stored in the database. */
export type InstallationStores = ClientStores & {
  audioPlaces: AudioPlaces;
  bucket: Bucket | undefined;
  /** Shown to people: the database's file or its server. */
  databaseName: string;
};

/**
 * Opens the secrets and the database; by default, missing ones are created. Calls `beforeUpgrade` before it changes the
 * tables of a SQLite database. Throws StorageRefusal, and whatever `beforeUpgrade` throws.
 */
export async function openInstallation(
  config: Config,
  use: SchemaUse = "upgrade",
  beforeUpgrade?: () => Promise<void>,
): Promise<Installation> {
  const { secretsFile, provided } = config;
  const database = await openDatabase(config, {
    use,
    beforeUpgrade,
    unlock(found) {
      const secrets = liveSecrets(secretsFile, openSecrets(secretsFile, found));
      return { secrets, masterKeys: masterKeysOf(secrets) };
    },
  });
  await refuseForeignSecrets(database, secretsFile);
  const { secrets } = database;
  const data = keptIn(database, config);
  const inDatabase = withDatabaseName(data.databaseName);
  const book = await inDatabase(openInterviewBook(data.storage, provided.interviews));
  return { ...data, secrets, passwords: createPasswordHasher(), book };
}

/** Data encrypted under two different secrets files could not be read with either one. Throws StorageRefusal. */
async function refuseForeignSecrets(
  { engine, seals, name }: OpenedDatabase<unknown>,
  secretsFile: string,
): Promise<void> {
  if (await seals.fit()) return;
  await engine.close();
  throw new StorageRefusal(
    `${secretsFile} is not the secrets file of ${name}: it can't decrypt the stored data. Replace it with the right file, from another server or from a backup. The database is not damaged, and nothing was changed.`,
  );
}

/** Opens the data even where the secrets file is missing, for work that reads no answers. Throws StorageRefusal. */
export async function openData(config: Config): Promise<InstallationStores> {
  const masterKeys = masterKeysIn(config.secretsFile);
  const database = await openDatabase(config, {
    use: "upgrade",
    unlock: () => ({ secrets: undefined, masterKeys }),
  });
  return keptIn(database, config);
}

function keptIn(
  { engine, seals, erased, name }: OpenedDatabase<unknown>,
  config: Config,
): InstallationStores {
  const bucket = bucketOf(config, { lookup, clock: Date.now });
  const audioPlaces: AudioPlaces = {
    database: databaseAudio(engine, seals),
    objects: objectAudio(engine, seals, bucket),
    asSet: bucket ? "objects" : "database",
  };
  return {
    storage: createStorage(engine, seals),
    audio: keptAudio(audioPlaces),
    audioPlaces,
    bucket,
    erased,
    databaseName: name,
  };
}
