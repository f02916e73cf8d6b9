import { resolve } from "node:path";
import type { Command } from "commander";
import { withoutSecret } from "../../access-keys/rotate-secret.ts";
import { readSecrets } from "../../access-keys/secrets.ts";
import { changeSecrets } from "../../access-keys/write-secrets.ts";
import { filesThatNeed } from "../../storage/backup/needed-master-key.ts";
import { CommandError, command, counted, print, withInstallation } from "../command.ts";
import { confirm } from "../confirm.ts";

type Options = { backups?: string[]; yes?: boolean; json?: boolean };

export function secretsDropMaster(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "drop-master",
    describe:
      "Remove an earlier master key for good; backups from before it was replaced cannot be read then",
    example: "secrets drop-master m1 --backups /mnt/backups",
  })
    .argument("<masterKeyId>", "as the secrets file names it, such as m1")
    .option("--backups <folder...>", "refuse where a backup in one of these folders still needs the key")
    .option("--yes", "do not ask first")
    .option("--json", "print the facts as JSON")
    .action(async (masterKeyId: string, { backups = [], yes = false, json }: Options) => {
      const folders = backups.map((folder) => resolve(folder));
      const secretsFile = await withInstallation(env, async ({ storage }, config) => {
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
        if (!yes) await confirmDropping(masterKeyId, folders);
        await refuseIfInUse();
        changeSecrets(config.secretsFile, (secrets) => withoutSecret(secrets, "masterKey", masterKeyId));
        return config.secretsFile;
      });
      print({ dropped: masterKeyId, secretsFile }, json, [
        `Master key ${masterKeyId} is gone from ${secretsFile}.`,
        `Backups from before it was replaced can be read only with a copy of ${secretsFile} from then.`,
      ]);
    });
}

function confirmDropping(masterKeyId: string, folders: string[]): Promise<void> {
  const seen = folders.length > 0 ? `No backup in ${folders.join(", ")} needs ${masterKeyId}. ` : "";
  return confirm({
    warning: `${seen}Every backup that was written before ${masterKeyId} was replaced needs it${folders.length > 0 ? ", also elsewhere" : ': "--backups FOLDER" looks whether there are such backups'}.`,
    question: `Type ${masterKeyId} to remove it for good`,
    expected: masterKeyId,
    refusal: "That is not the name of the master key. Nothing was changed.",
  });
}

function refuseIfWrapping(dataKeys: number, masterKeyId: string): void {
  if (dataKeys === 0) return;
  throw new CommandError(
    `Master key ${masterKeyId} still wraps ${counted(dataKeys, "data key")}. Run "firsthand secrets rotate-master" first. Nothing was changed.`,
  );
}

function refuseIfNeededBy(files: string[], masterKeyId: string): void {
  if (files.length === 0) return;
  throw new CommandError(
    `These still need master key ${masterKeyId}:\n${files.map((file) => `  ${file}\n`).join("")}Delete them, or keep the key. Nothing was changed.`,
  );
}
