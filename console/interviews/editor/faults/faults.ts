import type { InterviewDraft } from "#contract/manage/interview-draft/draft.ts";
import type { DraftFault, FaultReason } from "#contract/manage/interview-draft/draft-faults.ts";

/** A problem and its owner: a card, a section, or the interview, whose `ownerId` is empty. */
export type PlacedFault = {
  ownerId: string;
  kind: "card" | "section" | "words";
  field: string;
  reason: FaultReason;
};

/** Finds the owner of each problem. Keeps the order. */
export function placedFaults(draft: InterviewDraft, faults: readonly DraftFault[]): PlacedFault[] {
  return faults.map(({ path, reason }) => {
    const [, at, , below] = path;
    const section = path[0] === "sections" ? draft.sections[Number(at)] : undefined;
    const card = path[2] === "questions" ? section?.questions[Number(below)] : undefined;
    if (card) return { ownerId: card.id, kind: "card", field: fieldOf(path.slice(4)), reason };
    if (section) return { ownerId: section.id, kind: "section", field: fieldOf(path.slice(2)), reason };
    return { ownerId: "", kind: "words", field: fieldOf(path), reason };
  });
}

function fieldOf(path: readonly PropertyKey[]): string {
  return path.map(String).join(".");
}
