import { z } from "zod/mini";
import type { DraftStore } from "../draft/draft-store.ts";
import type { Actions } from "./actions.ts";
import { createSheets } from "./sheets.ts";

/** What an entry of the browser's history holds: ids and a position in pixels, never an answer. */
const entrySchema = z.object({
  open: z.enum(["section", "review", "thanks", "talk"]),
  sectionId: z.string(),
  questionId: z.optional(z.string()),
  isSpoken: z.optional(z.boolean()),
  scrollY: z.number(),
  /** Whether a sheet, the menu, or a dialog lies over the place. */
  isCovered: z.boolean(),
});
type Entry = z.infer<typeof entrySchema>;

type Parts = {
  actions: Pick<Actions, "view" | "returnTo">;
  draft: DraftStore;
  page: { document: Document; window: Window };
};

/**
 * Back and Forward lead through sections, questions, review, and thanks, all at one address, and Back closes what lies
 * over them. Returns what ends it.
 */
export function followHistory({ actions, draft, page: { document, window } }: Parts): () => void {
  const { history } = window;
  const sheets = createSheets(document, follow);
  let isReturning = false;
  /** An entry of ours is being left; nothing is pushed before the browser is there. */
  let isLeaving = false;
  let shown = here(false);
  const { scrollRestoration } = history;
  history.scrollRestoration = "manual";
  history.replaceState(shown, "");

  function here(isCovered: boolean): Entry {
    const view = actions.view.getState();
    const questionId = view.open === "section" ? view.questionId : undefined;
    const { sectionId } = draft.store.getState().draft;
    const isSpoken = view.open === "talk" ? view.isSpoken : undefined;
    return { open: view.open, sectionId, questionId, isSpoken, scrollY: 0, isCovered };
  }

  function push(entry: Entry): void {
    shown = entry;
    history.pushState(entry, "");
  }

  /** Brings the history up to what is open. */
  function follow(): void {
    if (isLeaving || isReturning) return;
    const isCovered = sheets.isOpen();
    const place = here(false);
    if (!isSamePlace(place, shown)) {
      // a choice in a sheet takes the sheet's entry, so Back leads to the place before; the sheet itself is about to go
      if (shown.isCovered) history.replaceState(place, "");
      else push(place);
      shown = place;
    } else if (isCovered && !shown.isCovered) {
      keepPosition();
      push(here(true));
    } else if (!isCovered && shown.isCovered) {
      isLeaving = true;
      history.back();
    }
  }

  /** Nothing of a new place is painted yet: this is where the client was in the old one. */
  function keepPosition(): void {
    if (!shown.isCovered) history.replaceState({ ...shown, scrollY: window.scrollY }, "");
  }

  const unsubscribe = actions.view.subscribe(() => {
    if (isReturning || isLeaving || isSamePlace(here(false), shown)) return;
    keepPosition();
    follow();
  });

  const onPopState = ({ state }: PopStateEvent) => {
    const { success, data } = entrySchema.safeParse(state);
    if (!success) return;
    const left = shown;
    shown = data;
    const isOurs = isLeaving;
    isLeaving = false;
    isReturning = true;
    if (!isOurs) sheets.close();
    if (!isSamePlace(data, left)) {
      actions.returnTo(data);
      // thanks of an ended page are not there any more
      shown = { ...data, ...here(data.isCovered), scrollY: data.scrollY };
    }
    isReturning = false;
    // a place that was opened meanwhile, or an entry of a sheet that is closed
    if (isOurs || data.isCovered) follow();
  };
  window.addEventListener("popstate", onPopState);

  return () => {
    unsubscribe();
    sheets.stop();
    window.removeEventListener("popstate", onPopState);
    history.scrollRestoration = scrollRestoration;
  };
}

function isSamePlace(one: Entry, other: Entry): boolean {
  return (
    one.open === other.open &&
    one.sectionId === other.sectionId &&
    one.questionId === other.questionId &&
    one.isSpoken === other.isSpoken
  );
}
