import { entryPlaces, type Interview, writtenQuestions } from "#contract/interview/interview.ts";
import { isBlank } from "#contract/text.ts";
import type { Interviews } from "../language/interviews.ts";
import type { RestoredTabJournal, ShownVersion } from "./journal-rows.ts";

type VersionToOpenOptions = { shown: ShownVersion; restored: RestoredTabJournal[]; isOffline: boolean };

/**
 * The interview version to open the draft with. Unsaved text that belongs only to another version keeps that one open
 * until everything is saved. Offline, the version stored on the device wins.
 */
export function versionToOpen({ shown, restored, isOffline }: VersionToOpenOptions): ShownVersion {
  const others = restored.flatMap((tabJournal) => {
    const { interview } = tabJournal;
    return interview && !isSameVersion(interview.hashes, shown.hashes) ? [{ tabJournal, interview }] : [];
  });
  const found = others.find(({ tabJournal }) => isOffline || hasMore(shown.definition, tabJournal));
  return found?.interview ?? shown;
}

/** Whether both name the same definition in every language. */
export function isSameVersion(one: Interviews | undefined, other: Interviews | undefined): boolean {
  const namesOf = (interviews: Interviews | undefined) =>
    Object.entries(interviews ?? {})
      .sort()
      .join(" ");
  return namesOf(one) === namesOf(other);
}

/** Whether the tab journal has unsaved text for a question that this interview does not ask. */
function hasMore(interview: Interview, { open, answers, server }: RestoredTabJournal): boolean {
  const { boxes = {}, edits = {} } = open ?? {};
  const asked = new Set(writtenQuestions(interview).map(({ question }) => question.id));
  if (Object.entries(boxes).some(([id, text]) => !isBlank(text) && !asked.has(id))) return true;
  const places = entryPlaces(interview);
  const saved = server?.synced?.record ?? {};
  return Object.entries(answers?.record ?? {}).some(([name, entry]) => {
    if (places.has(name)) return false;
    const { responses = [] } = "responses" in entry ? entry : {};
    return (
      JSON.stringify(entry) !== JSON.stringify(saved[name]) ||
      responses.some(({ id = "" }) => Object.hasOwn(edits, id))
    );
  });
}
