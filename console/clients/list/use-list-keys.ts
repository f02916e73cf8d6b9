import type { BulkAction } from "#contract/manage/bulk.ts";
import { useShortcuts } from "../../shortcuts/use-shortcuts.ts";

type ListKeys = {
  move: (step: 1 | -1, extends_: boolean) => void;
  open: () => boolean;
  select: () => void;
  selectAll: () => void;
  /** Returns false if no client was selected. */
  clear: () => boolean;
  act: (action: BulkAction) => void;
  search: () => void;
};

/** The shortcuts of the list. */
export function useListKeys({ move, open, select, selectAll, clear, act, search }: ListKeys): void {
  // letters work from anywhere; arrow keys belong to a focused control
  const stepping = (step: 1 | -1, isRange: boolean) => (event: KeyboardEvent) => {
    if (event.key.startsWith("Arrow") && isOnControl()) return false;
    move(step, isRange);
    return true;
  };
  const acting = (action: BulkAction) => () => {
    act(action);
    return true;
  };
  useShortcuts({
    down: stepping(1, false),
    up: stepping(-1, false),
    "extend-down": stepping(1, true),
    "extend-up": stepping(-1, true),
    open,
    select,
    "select-all": selectAll,
    clear,
    search,
    invite: acting("invite"),
    remind: acting("remind"),
    assign: acting("assign"),
    tag: acting("tag"),
    due: acting("due"),
  });
}

/** Whether a control outside the rows has the focus; controls in a row do not use arrow keys. */
function isOnControl(): boolean {
  const focused = document.activeElement;
  return Boolean(focused?.matches("a, button, input, summary") && !focused.closest("tr, li"));
}
