import { chownSync, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Gives a new file to the owner of its folder if root runs the command: otherwise the service's user could not open the
 * file.
 */
export function giveToFolder(file: string): void {
  giveAs(file, dirname(file));
}

/**
 * For a file that is about to replace another: gives it to the owner of that file, or of the folder if the file is new.
 */
export function giveToOwner(file: string, replaced: string): void {
  giveAs(file, existsSync(replaced) ? replaced : dirname(replaced));
}

function giveAs(file: string, model: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(model);
  chownSync(file, uid, gid);
}
