import { lookup } from "node:dns";
import { existsSync, mkdirSync } from "node:fs";
import { liveSecrets } from "./access-keys/live-secrets.ts";
import { masterKeysIn, masterKeysOf } from "./access-keys/master-keys.ts";
import { openSecrets, type Secrets } from "./access-keys/secrets.ts";
import type { Erasing } from "./clients/erase-client.ts";
import { openErasedFile } from "./clients/erased-list.ts";
import {
  type AskedInterview,
  type AskedInterviews,
  askedInterviews,
} from "./interview-file/asked-interviews.ts";
import { createPasswordHasher, type PasswordHasher } from "./managers/passwords.ts";
import { bucketOf } from "./object-store/bucket.ts";
import type { Config } from "./settings/config.ts";
import { erasedClients } from "./storage/clients/erased-clients.ts";
import type { Engine } from "./storage/engine/engine.ts";
import { StorageRefusal } from "./storage/engine/faults.ts";
import { refuseWhileMoving } from "./storage/move/target.ts";
import { type DatabaseHost, nameOfHosts } from "./storage/postgres/database-url.ts";
import { createSeals, type MasterKeys, type Seals } from "./storage/sealing/data-keys.ts";
import { refuseMoved } from "./storage/sqlite/moved-file.ts";
import { needsNoSecrets } from "./storage/sqlite/needs-no-secrets.ts";
import { openSqlite } from "./storage/sqlite/sqlite.ts";
import { createStorage } from "./storage/storage.ts";
import { databaseAudio } from "./storage/takes/audio.ts";
import { type AudioPlaces, keptAudio } from "./storage/takes/audio-orphans.ts";
import { type Bucket, objectAudio } from "./storage/takes/object-audio.ts";

/** What a server and every command work on. */
export type Installation = OpenedData & {
  secrets: Secrets;
  passwords: PasswordHasher;
  /** In the provider's first language. */
  asked: AskedInterview;
  interviews: AskedInterviews;
};

/** `bucket`: undefined where copies of takes go to the database. */
export type OpenedData = Erasing & { audioPlaces: AudioPlaces; bucket: Bucket | undefined };

/** Opens secrets and database, and makes both where there are none. Throws StorageRefusal. */
export async function openInstallation(config: Config): Promise<Installation> {
  const { secrets, ...data } = config.databaseHosts
    ? await openOnPostgres(config, config.databaseHosts)
    : await openOnSqlite(config);
  const interviews = askedInterviews(config.provided);
  const [asked] = interviews.values();
  if (!asked) throw new Error("An interview is asked in no language");
  return { ...data, secrets, passwords: createPasswordHasher(), asked, interviews };
}

/** What a SQLite database keeps, where the secrets may be missing: for work that reads no answer. Throws StorageRefusal. */
export async function openData(config: Config): Promise<OpenedData> {
  const engine = await openSqlite(config.databaseFile);
  const seals = createSeals(engine, {
    masterKeys: masterKeysIn(config.secretsFile),
    isOff: !config.encrypts,
  });
  return { ...keptIn(engine, seals, config), erased: openErasedFile(config.erasedFile) };
}

type Opened = OpenedData & { secrets: Secrets };

async function openOnSqlite(config: Config): Promise<Opened> {
  const { databaseFile, secretsFile, erasedFile } = config;
  refuseMoved(databaseFile);
  const opened = openSecrets(secretsFile, { name: databaseFile, isNew: !existsSync(databaseFile) });
  const secrets = liveSecrets(secretsFile, opened);
  const engine = await openSqlite(databaseFile);
  const seals = sealsOf(engine, config, masterKeysOf(secrets));
  return { ...keptIn(engine, seals, config), erased: openErasedFile(erasedFile), secrets };
}

async function openOnPostgres(config: Config, hosts: DatabaseHost[]): Promise<Opened> {
  const { dataFolder, secretsFile } = config;
  const name = nameOfHosts(hosts);
  // for what is worked on; nothing that has to last is in it
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  // not loaded where SQLite is used
  const { openPostgres } = await import("./storage/postgres/postgres.ts");
  const engine = await openPostgres(hosts);
  try {
    await refuseWhileMoving(engine, name);
    const opened = openSecrets(secretsFile, { name, isNew: await needsNoSecrets(engine) });
    const secrets = liveSecrets(secretsFile, opened);
    const seals = sealsOf(engine, config, masterKeysOf(secrets));
    if (!(await seals.fit())) {
      throw new StorageRefusal(
        `${secretsFile} is not the secrets file of ${name}: it does not open what is stored there. Give this server the file that the others on that database have, or restore it from your backup.`,
      );
    }
    return { ...keptIn(engine, seals, config), erased: erasedClients(engine), secrets };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

function sealsOf(engine: Engine, { encrypts }: Config, masterKeys: MasterKeys): Seals {
  return createSeals(engine, { masterKeys, isOff: !encrypts });
}

function keptIn(engine: Engine, seals: Seals, config: Config): Omit<OpenedData, "erased"> {
  const bucket = bucketOf(config, { lookup, clock: Date.now });
  const audioPlaces: AudioPlaces = {
    database: databaseAudio(engine, seals),
    objects: objectAudio(engine, seals, bucket),
    asSet: bucket ? "objects" : "database",
  };
  return { storage: createStorage(engine, seals), audio: keptAudio(audioPlaces), audioPlaces, bucket };
}
