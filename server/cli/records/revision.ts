import { InvalidArgumentError } from "commander";
import { CommandError } from "../command.ts";

/** Reads the number of a revision as it was typed. */
export function parseRevision(text: string): number {
  // below 2^53, so that the number that is looked for is the number that was typed
  if (!/^[1-9]\d{0,14}$/.test(text)) {
    throw new InvalidArgumentError('Expected a whole number such as 12, as "record history" shows it.');
  }
  return Number(text);
}

/** Why there is no such revision, and where to look. `newest` is 0 where nothing was ever saved. */
export function missingRevision(clientId: string, revision: number, newest: number): CommandError {
  if (newest === 0) {
    return new CommandError(`There is no revision ${revision}: ${clientId} has saved nothing yet.`);
  }
  const reason =
    revision > newest
      ? `There is no revision ${revision} of ${clientId}: the newest is ${newest}.`
      : `Revision ${revision} of ${clientId} is stored no longer: history is thinned with age.`;
  return new CommandError(`${reason} "firsthand record history ${clientId}" lists those that are stored.`);
}
