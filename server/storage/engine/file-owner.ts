import { chownSync, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Gives a new file to the owner of its folder. Root alone may do that, and root alone needs it: what a command run by
 * root leaves in the data folder could not be opened by the user of the service.
 */
export function giveToFolder(file: string): void {
  giveAs(file, dirname(file));
}

/** The same for a file that is about to take the place of another: it gets that one's owner, where there is one. */
export function giveToOwner(file: string, replaced: string): void {
  giveAs(file, existsSync(replaced) ? replaced : dirname(replaced));
}

function giveAs(file: string, model: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(model);
  chownSync(file, uid, gid);
}
