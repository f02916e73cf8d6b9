import { useDraft } from "../../draft/use-draft.ts";

/** How many of a section's questions count, and how many of those are answered. */
export function useSectionProgress(sectionId: string): { completed: number; total: number } {
  const section = useDraft(({ completion }) => completion.sections.find(({ id }) => id === sectionId));
  return { completed: section?.completed ?? 0, total: section?.total ?? 0 };
}
