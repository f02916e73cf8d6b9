import { interviewBody } from "../interview-file/interview-text.ts";
import type { InterviewFileContent } from "../interview-file/read-interview-file.ts";
import { OWN_INTERVIEW } from "../storage/engine/client-interview.ts";
import { StorageRefusal } from "../storage/engine/faults.ts";
import type { Storage } from "../storage/storage.ts";
import { definitionsOf } from "./definition.ts";

/**
 * Publishes the interview of the file or of a new release as the next version of the installation's own interview,
 * unless that interview was taken over in the console. Throws StorageRefusal.
 */
export async function publishProvided(
  { interviews }: Pick<Storage, "interviews">,
  { interviews: provided, isBuiltIn }: Pick<InterviewFileContent, "interviews" | "isBuiltIn">,
  at: number,
): Promise<{ isTakenOver: boolean }> {
  const outcome = await interviews.publish({
    interviewId: OWN_INTERVIEW,
    body: interviewBody(provided),
    definitions: definitionsOf(provided),
    origin: isBuiltIn ? { name: "Standard", source: "built-in" } : { name: "From file", source: "file" },
    at,
  });
  if (outcome.kind === "reused") {
    throw new StorageRefusal(
      `The interview uses the entry name "${outcome.entry}" for another kind of question than before. Give the new question a new name.`,
    );
  }
  return { isTakenOver: outcome.kind === "taken-over" };
}
