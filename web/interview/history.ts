import { z } from "zod/mini";
import type { DraftStore } from "../draft/draft-store.ts";
import type { Actions, View } from "./actions.ts";

/** What an entry of the browser's history holds: ids and a position in pixels, never an answer. */
const placeSchema = z.object({
  open: z.enum(["section", "review", "thanks"]),
  sectionId: z.string(),
  scrollY: z.number(),
});
type Place = z.infer<typeof placeSchema>;

type Parts = { actions: Pick<Actions, "view" | "returnTo">; draft: DraftStore; window: Window };

/** Back and Forward lead through sections, review, and thanks, all at one address. Returns what ends it. */
export function followHistory({ actions, draft, window }: Parts): () => void {
  const { history } = window;
  let isReturning = false;
  let shown = placeOf(actions.view.getState());
  const { scrollRestoration } = history;
  history.scrollRestoration = "manual";
  history.replaceState(shown, "");

  function placeOf({ open }: View): Place {
    return { open, sectionId: draft.store.getState().draft.sectionId, scrollY: 0 };
  }

  const unsubscribe = actions.view.subscribe((view) => {
    const place = placeOf(view);
    if (isReturning || (place.open === shown.open && place.sectionId === shown.sectionId)) return;
    // nothing of the new place is painted yet: this is where the client was in the old one
    history.replaceState({ ...shown, scrollY: window.scrollY }, "");
    history.pushState(place, "");
    shown = place;
  });

  const onPopState = ({ state }: PopStateEvent) => {
    const { success, data } = placeSchema.safeParse(state);
    if (!success) return;
    shown = data;
    isReturning = true;
    actions.returnTo(data);
    isReturning = false;
  };
  window.addEventListener("popstate", onPopState);

  return () => {
    unsubscribe();
    window.removeEventListener("popstate", onPopState);
    history.scrollRestoration = scrollRestoration;
  };
}
