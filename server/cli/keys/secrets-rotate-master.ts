import type { Command } from "commander";
import { withNewSecret } from "../../access-keys/rotate-secret.ts";
import { changeSecrets } from "../../access-keys/write-secrets.ts";
import type { Storage } from "../../storage/storage.ts";
import { command, counted, print, withInstallation } from "../command.ts";

/** So few that no save waits long. */
const KEYS_AT_ONCE = 100;

export function secretsRotateMaster(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "rotate-master",
    describe: "Make a new master key, and have it wrap the data keys that answers are sealed by",
    example: "secrets rotate-master",
  })
    .option("--json", "print the facts as JSON")
    .action(async (options: { json?: boolean }) => {
      const rotated = await withInstallation(env, async ({ storage }, { secretsFile }) => {
        const { currentMasterKey, masterKeys } = changeSecrets(secretsFile, (present) =>
          withNewSecret(present, "masterKey"),
        );
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

/** Has the current master key wrap every data key; returns how many it has wrapped anew. */
async function rewrapAll(storage: Pick<Storage, "sealing">): Promise<number> {
  let wrapped = 0;
  for (;;) {
    const some = await storage.sealing.rewrapDataKeys(KEYS_AT_ONCE);
    if (some === 0) return wrapped;
    wrapped += some;
  }
}
