import { DAY_MS } from "#contract/instants.ts";
import type { Check } from "#contract/manage/checks.ts";
import { backupsIn, type FoundBackup, newestBy } from "../backups/backup-folder.ts";
import { installationIdOf } from "../backups/fetch-backup.ts";
import { type OffSiteStore, openOffSite } from "../backups/off-site.ts";
import { verifyBackup } from "../backups/verify-backup.ts";
import type { Lookup } from "../outgoing/guarded-lookup.ts";
import { pluralize } from "../runtime/pluralize.ts";
import type { Config } from "../settings/config.ts";
import { isFileDatabase } from "../storage/database.ts";
import { StorageRefusal } from "../storage/engine/faults.ts";
import { roughDuration } from "./rough-duration.ts";

type BackupMeans = { lookup: Lookup; clock: () => number };
type Verdict = Omit<Check, "name">;

/** One night may fail and be retried within the day. */
const LATE_MS = 1.5 * DAY_MS;
const MISSING_MS = 7 * DAY_MS;

/** Whether the newest backup is recent and can be restored, and whether a copy of it is off-site. */
export async function checkBackups(config: Config, means: BackupMeans): Promise<Check[]> {
  const { backupFolder: folder } = config;
  const here = "backups";
  if (!isFileDatabase(config))
    return [
      {
        name: here,
        state: "not-set-up",
        found: "PostgreSQL is backed up with its own tools, such as pg_dump.",
      },
    ];
  if (folder === undefined)
    return [{ name: here, state: "not-set-up", found: "FIRSTHAND_BACKUP_DIR is off.", advice: ELSEWHERE }];
  return [
    { name: here, ...hereVerdict(config, folder, means.clock()) },
    { name: "copies of backups", ...(await offSiteVerdict(config, means)) },
  ];
}

const ELSEWHERE = "Make sure that something else backs up the database every night.";
const TRY_NOW = 'Run "firsthand backup now" to make one, or to see why that fails.';

function hereVerdict(config: Config, folder: string, now: number): Verdict {
  try {
    const backups = backupsIn(folder);
    const newest = newestBy(backups, now);
    if (!newest)
      return {
        state: "not-set-up",
        found: `${folder} has no backups yet. The server makes one each night at 3 AM, in the provider's time zone.`,
        advice: 'Run "firsthand backup now" to make the first one.',
      };
    const { unopened } = verifyBackup(config, `${folder}/${newest.name}`);
    if (unopened !== 0)
      return {
        state: "failed",
        found: `${newest.name} needs master keys that ${config.secretsFile} doesn't have.`,
        advice: "Put the secrets file from that time into its place, and make a new backup.",
      };
    return ageVerdict(
      newest,
      now,
      `${pluralize(backups.length, "backup")} in ${folder}. The newest is sound,`,
    );
  } catch (error) {
    if (!(error instanceof StorageRefusal)) throw error;
    return { state: "failed", found: error.message, advice: TRY_NOW };
  }
}

function ageVerdict({ madeAt, bytes }: FoundBackup, now: number, whose: string): Verdict {
  const age = now - madeAt;
  const found = `${whose} ${roughDuration(age)} old (${bytes.toLocaleString("en")} bytes).`;
  if (age < LATE_MS) return { state: "ok", found };
  return { state: age < MISSING_MS ? "warning" : "failed", found, advice: TRY_NOW };
}

async function offSiteVerdict(config: Config, means: BackupMeans): Promise<Verdict> {
  const offSite = openOffSite(config, means);
  if (!offSite)
    return {
      state: "not-set-up",
      found: "Backups are on this machine only, and are lost with it.",
      advice: "Set FIRSTHAND_BACKUP_S3_ENDPOINT to copy them to object storage.",
    };
  try {
    const newest = newestBy(await ownCopies(offSite, config), means.clock());
    if (!newest)
      return { state: "warning", found: "There is no copy in object storage yet.", advice: TRY_NOW };
    return ageVerdict(newest, means.clock(), "The newest copy in object storage is");
  } catch (error) {
    if (!(error instanceof StorageRefusal)) throw error;
    return { state: "failed", found: error.message };
  }
}

async function ownCopies(offSite: OffSiteStore, config: Config): Promise<FoundBackup[]> {
  const installationId = installationIdOf(config);
  return (await offSite.list()).filter((backup) => backup.installationId === installationId);
}
