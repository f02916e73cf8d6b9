import type { Command } from "commander";
import { rewrapAll, withNewMasterKey } from "../access-keys/rotate-master-key.ts";
import { changeSecrets } from "../access-keys/write-secrets.ts";
import { command, counted, print, withInstallation } from "./command.ts";

export function secretsRotateMaster(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "rotate-master",
    describe: "Make a new master key, and have it wrap the data keys that answers are sealed by",
    example: "secrets rotate-master",
  })
    .option("--json", "print the facts as JSON")
    .action(async (options: { json?: boolean }) => {
      const rotated = await withInstallation(env, async ({ storage }, { secretsFile }) => {
        const { currentMasterKey, masterKeys } = changeSecrets(secretsFile, withNewMasterKey);
        const earlier = Object.keys(masterKeys).filter((id) => id !== currentMasterKey);
        return { currentMasterKey, earlier, wrapped: await rewrapAll(storage), secretsFile };
      });
      const { currentMasterKey, earlier, wrapped, secretsFile } = rotated;
      print(rotated, options.json, [
        `Master key ${currentMasterKey} wraps ${counted(wrapped, "data key")} now; a running server uses it too.`,
        `Back up ${secretsFile} now, and write a backup of the database: the keys beside earlier backups need ${earlier.join(", ")}.`,
        'When nothing needs an earlier master key any more, "firsthand secrets drop-master" removes it.',
      ]);
    });
}
