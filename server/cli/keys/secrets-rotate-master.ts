import type { Command } from "commander";
import { withNewSecret } from "../../access-keys/rotate-secret.ts";
import { changeSecrets } from "../../access-keys/write-secrets.ts";
import { pluralize } from "../../runtime/pluralize.ts";
import type { Storage } from "../../storage/storage.ts";
import { command, print, withInstallation } from "../command.ts";

/** A small batch, so that no save waits long. */
const KEYS_AT_ONCE = 100;

export function secretsRotateMaster(env: NodeJS.ProcessEnv): Command {
  return command({
    name: "rotate-master",
    describe: "Create a new master key and wrap all data keys with it",
    example: "secrets rotate-master",
  })
    .option("--json", "print JSON")
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
        `Master key ${currentMasterKey} now wraps ${pluralize(wrapped, "data key")}. A running server uses it too.`,
        `Back up ${secretsFile} and the database now. The keys beside earlier backups still need ${earlier.join(", ")}.`,
        'When no backup needs an earlier master key, delete it with "firsthand secrets drop-master".',
      ]);
    });
}

/** Wraps every data key with the current master key; returns the number of keys rewrapped. */
async function rewrapAll(storage: Pick<Storage, "sealing">): Promise<number> {
  let wrapped = 0;
  for (;;) {
    const some = await storage.sealing.rewrapDataKeys(KEYS_AT_ONCE);
    if (some === 0) return wrapped;
    wrapped += some;
  }
}
