import type { Command } from "commander";
import { withoutSecret } from "../../access-keys/rotate-secret.ts";
import { changeSecrets } from "../../access-keys/write-secrets.ts";
import { CommandError, command, counted, print, withInstallation } from "../command.ts";

export function secretsDropMaster(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "drop-master",
    describe: "Remove an earlier master key for good; backups whose keys it wraps cannot be read any more",
    example: "secrets drop-master m1",
  })
    .argument("<masterKeyId>", "as the secrets file names it, such as m1")
    .option("--json", "print the facts as JSON")
    .action(async (masterKeyId: string, options: { json?: boolean }) => {
      const secretsFile = await withInstallation(env, async ({ storage }, config) => {
        const uses = await storage.sealing.listMasterKeyUses();
        changeSecrets(config.secretsFile, (secrets) => {
          const without = withoutSecret(secrets, "masterKey", masterKeyId);
          refuseIfNeeded(uses.find((use) => use.masterKeyId === masterKeyId)?.dataKeys ?? 0, masterKeyId);
          return without;
        });
        return config.secretsFile;
      });
      print({ dropped: masterKeyId, secretsFile }, options.json, [
        `Master key ${masterKeyId} is gone from ${secretsFile}.`,
        "Backups whose firsthand.keys was not written anew since the rotation cannot be read any more.",
      ]);
    });
}

function refuseIfNeeded(dataKeys: number, masterKeyId: string): void {
  if (dataKeys === 0) return;
  throw new CommandError(
    `Master key ${masterKeyId} still wraps ${counted(dataKeys, "data key")}. Run "firsthand secrets rotate-master" first. Nothing was changed.`,
  );
}
