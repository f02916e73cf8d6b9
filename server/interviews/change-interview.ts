import { type Actor, eventOf } from "../managers/actor.ts";
import type { EventKind } from "../storage/audit/events.ts";
import type { CatalogChange, CatalogChanged, ChangeOutcome } from "../storage/interviews/catalog-changes.ts";
import type { Storage } from "../storage/storage.ts";

/** Changes an interview's properties other than its questions, with an audit entry for each changed part. */
export function changeInterview(
  { interviews }: Pick<Storage, "interviews">,
  change: Omit<CatalogChange, "at">,
  actor: Actor,
): Promise<ChangeOutcome> {
  return interviews.change({ ...change, at: actor.at }, ({ name, parts }) => {
    const renamed = `${name} → ${change.name}`;
    return parts.map((part) =>
      eventOf(actor, eventKindOf(part, change), {
        detail: part === "name" ? renamed : (change.name ?? name),
      }),
    );
  });
}

function eventKindOf(
  part: CatalogChanged["parts"][number],
  { isRetired }: Pick<CatalogChange, "isRetired">,
): EventKind {
  switch (part) {
    case "name":
      return "interview.renamed";
    case "isDefault":
      return "interview.default-set";
    case "isRetired":
      return isRetired ? "interview.retired" : "interview.revived";
    case "isTakenOver":
      return "interview.taken-over";
  }
}
