import type { Part } from "./outline-moves.ts";

export type Chosen = Part | { kind: "words" };
export type View = "outline" | "form" | "preview";

/** What is looked at in the editor, noted in the browser's history: a reload and Back find it there. */
export type Place = {
  /** Undefined at first. */
  wished: Chosen | undefined;
  /** Which of the three is seen where not all have room. */
  view: View;
};
type Noted = Place & {
  /** Whether the entry before this one shows the outline. */
  isPushed: boolean;
};

/** As in the style sheet: the outline has no room beside the form. */
const NARROW = "(width < 60rem)";

/** Of the entry that is shown now. */
export function notedPlace(): Noted | undefined {
  return (history.state as { editor?: Noted } | null)?.editor;
}

/** The way from the outline to a form is a separate step where they are not side by side. */
export function notePlace(place: Place, before: View): void {
  const isStep = before === "outline" && place.view !== "outline" && matchMedia(NARROW).matches;
  const editor: Noted = { ...place, isPushed: isStep || notedPlace()?.isPushed === true };
  const state = { ...(history.state as object | null), editor };
  if (isStep) history.pushState(state, "");
  else history.replaceState(state, "");
}
