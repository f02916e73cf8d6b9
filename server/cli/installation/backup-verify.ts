import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { backupsIn, makeFolder } from "../../backups/backup-folder.ts";
import { OFF_SITE_MARK } from "../../backups/fetch-backup.ts";
import { type VerifiedBackup, verifyBackup } from "../../backups/verify-backup.ts";
import { pluralize } from "../../runtime/pluralize.ts";
import type { Config } from "../../settings/config.ts";
import { StorageRefusal } from "../../storage/engine/faults.ts";
import { CommandError, command, print } from "../command.ts";
import { backupSettings, fetchNamed } from "./backups-of.ts";

type Options = { all?: boolean; json?: boolean };
type Verdict = {
  backup: string;
  isSound: boolean;
  problem: string | null;
  clients?: number;
  records?: number;
};

export function backupVerify(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "verify",
    describe: "Read a whole backup and check that it can be restored; changes nothing",
    example: "backup verify",
  })
    .argument("[backup]", 'a name from "backup list", or a file; without it, the newest on this machine')
    .option("--all", "every backup on this machine")
    .option("--json", "print JSON")
    .action(async (named: string | undefined, { all = false, json }: Options) => {
      const { config, folder } = backupSettings(env);
      if (all && named !== undefined) throw new CommandError("Name a backup or add --all, not both.");
      const found = backupsIn(folder).map(({ name }) => name);
      if (found.length === 0 && named === undefined)
        throw new CommandError(`There are no backups in ${folder}. Run "firsthand backup now" to make one.`);
      const backups = named === undefined ? found.slice(0, all ? undefined : 1) : [named];
      const verdicts: Verdict[] = [];
      for (const backup of backups) verdicts.push(await verdictOf(config, { backup, folder }));
      print({ backups: verdicts }, json, verdicts.map(lineOf));
      const bad = verdicts.filter(({ isSound }) => !isSound).length;
      if (bad > 0)
        throw new CommandError(`${pluralize(bad, "backup")} can't be restored now. See the reasons above.`);
    });
}

type BackupLocation = { backup: string; folder: string };

async function verdictOf(config: Config, named: BackupLocation): Promise<Verdict> {
  const { backup } = named;
  try {
    const verified = await verifyNamed(config, named);
    const problem = problemOf(config, verified);
    const { clients, records } = verified;
    return { backup, isSound: problem === null, problem, clients, records };
  } catch (error) {
    if (!(error instanceof StorageRefusal)) throw error;
    return { backup, isSound: false, problem: error.message };
  }
}

async function verifyNamed(config: Config, { backup, folder }: BackupLocation): Promise<VerifiedBackup> {
  if (!backup.startsWith(OFF_SITE_MARK)) {
    const inFolder = join(folder, backup);
    return verifyBackup(config, existsSync(inFolder) ? inFolder : resolve(backup));
  }
  makeFolder(folder);
  const apart = mkdtempSync(join(folder, "firsthand-verified-"));
  try {
    const erasedFile = join(apart, "erased");
    const file = await fetchNamed(config, backup, { folder: apart, erasedFile });
    return verifyBackup({ ...config, erasedFile }, file);
  } finally {
    rmSync(apart, { recursive: true, force: true });
  }
}

function problemOf({ secretsFile }: Config, { unopened }: VerifiedBackup): string | null {
  if (unopened === undefined)
    return `The backup is sound, but ${secretsFile} is missing or can't be read. Without it, no answer can be read.`;
  if (unopened === 0) return null;
  return `The backup is sound, but ${secretsFile} doesn't open ${pluralize(unopened, "data key")}. Restore it only with the secrets file from that time.`;
}

function lineOf({ backup, problem, clients = 0, records = 0 }: Verdict): string {
  return problem === null
    ? `${backup}: sound, with ${pluralize(clients, "client")} and ${pluralize(records, "record")}`
    : `${backup}: ${problem}`;
}
