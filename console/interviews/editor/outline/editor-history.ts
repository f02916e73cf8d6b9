import type { OutlineItem } from "./outline-moves.ts";

export type EditorSelection = OutlineItem | { kind: "words" };
export type View = "outline" | "form" | "preview";

/** The part shown in the editor, stored in the browser's history entry, so that a reload and Back restore it. */
export type EditorPlace = {
  /** Undefined until the author selects a part. */
  wished: EditorSelection | undefined;
  /** Which of the columns is shown if there is no room for all three. */
  view: View;
};
type StoredEditorPlace = EditorPlace & {
  /** Whether the entry before this one shows the outline. */
  isPushed: boolean;
};

/** Must match the style sheet: too narrow for outline and form side by side. */
const NARROW = "(width < 60rem)";

/** The place stored in the current history entry. */
export function notedPlace(): StoredEditorPlace | undefined {
  return (history.state as { editor?: StoredEditorPlace } | null)?.editor;
}

/** Stores the place. On a narrow screen, going from the outline to a form adds a history entry. */
export function notePlace(place: EditorPlace, before: View): void {
  const isStep = before === "outline" && place.view !== "outline" && matchMedia(NARROW).matches;
  const editor: StoredEditorPlace = { ...place, isPushed: isStep || notedPlace()?.isPushed === true };
  const state = { ...(history.state as object | null), editor };
  if (isStep) history.pushState(state, "");
  else history.replaceState(state, "");
}
