import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { withoutSecret } from "../../access-keys/rotate-secret.ts";
import { readSecrets } from "../../access-keys/secrets.ts";
import { changeSecrets } from "../../access-keys/write-secrets.ts";
import { pluralize } from "../../runtime/pluralize.ts";
import type { Config } from "../../settings/config.ts";
import { filesThatNeed } from "../../storage/backup/needed-master-key.ts";
import { CommandError, command, print, withInstallation } from "../command.ts";
import { confirm } from "../confirm.ts";

type Options = { backups?: string[]; yes?: boolean; json?: boolean };

export function secretsDropMaster(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "drop-master",
    describe: "Delete an old master key; older backups can't be read without a copy of the key",
    example: "secrets drop-master m1 --backups /mnt/backups",
  })
    .argument("<masterKeyId>", "the id in the secrets file, such as m1")
    .option("--backups <folder...>", "stop if a backup in one of these folders still needs the key")
    .option("--yes", "don't ask for confirmation")
    .option("--json", "print JSON")
    .action(async (masterKeyId: string, { backups = [], yes = false, json }: Options) => {
      const folders = backups.map((folder) => resolve(folder));
      const dropped = await withInstallation(env, async ({ storage }, config) => {
        withoutSecret(readSecrets(config.secretsFile), "masterKey", masterKeyId);
        refuseIfNeededBy(
          folders.flatMap((folder) => filesThatNeed(masterKeyId, folder)),
          masterKeyId,
        );
        const refuseIfInUse = async () => {
          const uses = await storage.sealing.listMasterKeyUses();
          refuseIfWrapping(uses.find((use) => use.masterKeyId === masterKeyId)?.dataKeys ?? 0, masterKeyId);
        };
        await refuseIfInUse();
        const nightly = nightlyThatNeed(masterKeyId, config);
        if (!yes) await confirmDropping(masterKeyId, { folders, nightly });
        await refuseIfInUse();
        changeSecrets(config.secretsFile, (secrets) => withoutSecret(secrets, "masterKey", masterKeyId));
        return { dropped: masterKeyId, secretsFile: config.secretsFile, unreadable: nightly };
      });
      const { secretsFile, unreadable } = dropped;
      print(dropped, json, [
        `Master key ${masterKeyId} was deleted from ${secretsFile}.`,
        ...unreadable.map((file) => `Needs the deleted key: ${file}`),
        `Older backups can be read only with an older copy of ${secretsFile}.`,
      ]);
    });
}

/** The affected files in the folder of nightly backups; their copies in object storage have the same names. */
function nightlyThatNeed(masterKeyId: string, { backupFolder: folder }: Config): string[] {
  return folder !== undefined && existsSync(folder) ? filesThatNeed(masterKeyId, folder) : [];
}

type Seen = { folders: string[]; nightly: string[] };

function confirmDropping(masterKeyId: string, { folders, nightly }: Seen): Promise<void> {
  const seen = folders.length > 0 ? `No backup in ${folders.join(", ")} needs ${masterKeyId}. ` : "";
  const named =
    nightly.length > 0
      ? `These nightly backups, and their copies in object storage, need ${masterKeyId}:\n${nightly.map((file) => `  ${file}\n`).join("")}`
      : "";
  return confirm({
    warning: `${named}${seen}Every backup written before ${masterKeyId} was replaced needs this key${folders.length > 0 ? ", also in other folders" : '. Use "--backups FOLDER" to check for such backups'}.`,
    question: `Type ${masterKeyId} to delete the key`,
    expected: masterKeyId,
    refusal: "That isn't the id of the master key. Nothing was changed.",
  });
}

function refuseIfWrapping(dataKeys: number, masterKeyId: string): void {
  if (dataKeys === 0) return;
  throw new CommandError(
    `Master key ${masterKeyId} still wraps ${pluralize(dataKeys, "data key")}. Run "firsthand secrets rotate-master" first. Nothing was changed.`,
  );
}

function refuseIfNeededBy(files: string[], masterKeyId: string): void {
  if (files.length === 0) return;
  throw new CommandError(
    `These still need master key ${masterKeyId}:\n${files.map((file) => `  ${file}\n`).join("")}Delete these backups, or keep the key. Nothing was changed.`,
  );
}
