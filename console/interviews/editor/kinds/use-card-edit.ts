import type { DraftCard } from "#contract/manage/interview-draft/draft.ts";
import { useEditor } from "../use-editor.ts";

/** Changes fields of a card; undefined takes one away. `field`: of what was typed. */
export function useCardEdit<Card extends DraftCard>(card: Card) {
  const { edit } = useEditor();
  return (changes: { [Name in keyof Card]?: Card[Name] | undefined }, field?: string): void => {
    const parts = Object.entries({ ...card, ...changes }).filter(([, value]) => value !== undefined);
    edit({ type: "card-changed", card: Object.fromEntries(parts) as DraftCard }, field);
  };
}
