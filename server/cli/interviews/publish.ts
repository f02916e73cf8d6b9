import { InterviewFileError } from "../../interview-file/read-interview-file.ts";
import { type Definitions, definitionsOf } from "../../interviews/definition.ts";
import { publishDraft, readDraft } from "../../interviews/manage-interviews.ts";
import type { Actor } from "../../managers/actor.ts";
import type { DraftName } from "../../storage/interviews/interview-drafts.ts";
import type { CatalogEntry } from "../../storage/interviews/interviews.ts";
import type { Storage } from "../../storage/storage.ts";
import { CommandError } from "../command.ts";

/** An interview's draft and its definitions. Throws CommandError if there is no draft or it is incomplete. */
export async function draftOrError(
  { storage }: { storage: Pick<Storage, "interviews"> },
  { interviewId, name }: CatalogEntry,
): Promise<{ draft: DraftName; definitions: Definitions }> {
  const draft = await storage.interviews.findDraft(interviewId);
  if (!draft) throw noDraft({ interviewId, name });
  try {
    return { draft, definitions: definitionsOf(readDraft(draft.body)) };
  } catch (error) {
    throw unfinished(name, error);
  }
}

function noDraft({ interviewId, name }: Pick<CatalogEntry, "interviewId" | "name">): CommandError {
  return new CommandError(
    `${name} has no draft. Add one with: firsthand interview import <file> --into ${interviewId}`,
  );
}

function unfinished(name: string, error: unknown): unknown {
  if (!(error instanceof InterviewFileError)) return error;
  return new CommandError(`The draft of ${name} can't be published:\n${error.message}`);
}

/** Publishes an interview's draft and returns the version number. Throws CommandError on failure. */
export async function publishedOrError(
  { storage }: { storage: Pick<Storage, "interviews"> },
  entry: CatalogEntry & { asksSubmitted?: boolean; seen?: DraftName },
  actor: Actor,
): Promise<number> {
  const { name } = entry;
  const outcome = await publishDraft(storage, entry, actor).catch((error) => {
    throw unfinished(name, error);
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
      throw noDraft(entry);
  }
}
