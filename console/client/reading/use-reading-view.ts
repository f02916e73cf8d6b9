import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

/**
 * How answers are shown: only unread ones, or short ones without the question text. The choice applies to all clients.
 */
type ReadingView = { isOnlyUnread: boolean; isShort: boolean };

const view = createStore<ReadingView>(() => ({ isOnlyUnread: false, isShort: false }));

export function changeReadingView(changed: Partial<ReadingView>): void {
  view.setState(changed);
}

export function useReadingView(): ReadingView {
  return useStore(view);
}
