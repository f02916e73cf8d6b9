import { z } from "zod/mini";
import type { DraftStore } from "../../draft/draft-store.ts";
import type { Actions } from "./actions.ts";
import { createSheets } from "./sheets.ts";

/** The state of an entry in the browser's history: ids and a position in pixels, never an answer. */
const entrySchema = z.object({
  open: z.enum(["section", "review", "thanks", "talk"]),
  sectionId: z.string(),
  questionId: z.optional(z.string()),
  isSpoken: z.optional(z.boolean()),
  scrollY: z.number(),
  /** Whether a sheet, the menu, or a dialog covers the place. */
  isCovered: z.boolean(),
});
type HistoryEntry = z.infer<typeof entrySchema>;

type FollowHistoryOptions = {
  actions: Pick<Actions, "view" | "returnTo">;
  draft: DraftStore;
  page: { document: Document; window: Window };
};

/**
 * Makes Back and Forward lead through sections, questions, review, and thanks, all at one address. Back also closes
 * what covers them. Returns a function that stops this.
 */
export function followHistory({
  actions,
  draft,
  page: { document, window },
}: FollowHistoryOptions): () => void {
  const { history } = window;
  const sheets = createSheets(document, follow);
  let isReturning = false;
  /** True from our call of `history.back()` to its event; nothing is pushed in between. */
  let isLeaving = false;
  let shown = here(false);
  const { scrollRestoration } = history;
  history.scrollRestoration = "manual";
  history.replaceState(shown, "");

  function here(isCovered: boolean): HistoryEntry {
    const view = actions.view.getState();
    const questionId = view.open === "section" ? view.questionId : undefined;
    const { sectionId } = draft.store.getState().draft;
    const isSpoken = view.open === "talk" ? view.isSpoken : undefined;
    return { open: view.open, sectionId, questionId, isSpoken, scrollY: 0, isCovered };
  }

  function push(entry: HistoryEntry): void {
    shown = entry;
    history.pushState(entry, "");
  }

  /** Updates the history to what is open. */
  function follow(): void {
    if (isLeaving || isReturning) return;
    const isCovered = sheets.isOpen();
    const place = here(false);
    if (!isSamePlace(place, shown)) {
      // a choice in a sheet replaces the sheet's entry, so Back leads to the place before; the sheet is about to close
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

  /** Stores the scroll position of the old place, before the new one is painted. */
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
      // the thanks of an earlier visit cannot be shown again, so another view may have opened
      shown = { ...data, ...here(data.isCovered), scrollY: data.scrollY };
    }
    isReturning = false;
    // catch up with a place that was opened meanwhile, or leave the entry of a closed sheet
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

function isSamePlace(one: HistoryEntry, other: HistoryEntry): boolean {
  return (
    one.open === other.open &&
    one.sectionId === other.sectionId &&
    one.questionId === other.questionId &&
    one.isSpoken === other.isSpoken
  );
}
