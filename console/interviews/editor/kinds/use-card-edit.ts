import { useCallback } from "react";
import type { DraftCard } from "#contract/manage/interview-draft/draft.ts";
import { useEditor } from "../use-editor.ts";

/** Changes properties of a card; undefined removes a property. `field` is the field being typed in. */
export function useCardEdit<Card extends DraftCard>({ id }: Pick<Card, "id">) {
  const { editCard } = useEditor();
  return useCallback(
    (changes: { [Name in keyof Card]?: Card[Name] | undefined }, field?: string): void =>
      editCard(id, changes, field),
    [editCard, id],
  );
}
