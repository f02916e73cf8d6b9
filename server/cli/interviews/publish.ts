import { InterviewFileError } from "../../interview-file/read-interview-file.ts";
import { publishDraft } from "../../interviews/manage-interviews.ts";
import type { Actor } from "../../managers/actor.ts";
import type { CatalogEntry } from "../../storage/interviews/interviews.ts";
import type { Storage } from "../../storage/storage.ts";
import { CommandError } from "../command.ts";

/** Publishes the draft of an interview; its number. Throws CommandError where that cannot be done. */
export async function publishedOrError(
  { storage }: { storage: Pick<Storage, "interviews"> },
  entry: CatalogEntry & { asksSubmitted?: boolean },
  actor: Actor,
): Promise<number> {
  const { name } = entry;
  const outcome = await publishDraft(storage, entry, actor).catch((error) => {
    if (!(error instanceof InterviewFileError)) throw error;
    throw new CommandError(`The draft of ${name} can't be published:\n${error.message}`);
  });
  switch (outcome.kind) {
    case "published":
    case "unchanged":
      return outcome.number;
    case "reused":
      throw new CommandError(
        `${name} uses the entry name "${outcome.entry}" for another kind of question than before, here or in another interview. Give the question a new entry name.`,
      );
    case "changed":
      throw new CommandError(`The draft of ${name} was changed just now. Try again.`);
    default:
      throw new CommandError(
        `${name} has no draft. Add one with: firsthand interview import <file> --into ${entry.interviewId}`,
      );
  }
}
