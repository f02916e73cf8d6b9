import { type MouseEvent, useEffect, useMemo, useRef } from "react";
import type { ChosenClientsChange } from "../selection.ts";

/** Handlers for one row of the list. */
export type LineActs = {
  /** A click anywhere on the row. */
  press: (clientId: string, event: MouseEvent<HTMLElement>) => void;
  /** A click on the name. */
  follow: (clientId: string, event: MouseEvent<HTMLElement>) => void;
  /** A click on the checkbox. */
  choose: (clientId: string, event: MouseEvent<HTMLElement>) => void;
  focus: (clientId: string) => void;
};

type Options = {
  ids: readonly string[];
  choose: (choice: ChosenClientsChange) => void;
  onOpen: (clientId: string) => void;
  onFocus: (clientId: string) => void;
};

/** The row handlers. They keep their identity, so that memoized rows do not render again. */
export function useLineActs(options: Options): LineActs {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  return useMemo(() => {
    const range = (id: string): ChosenClientsChange => ({ kind: "range", id, lines: latest.current.ids });
    return {
      press(id, event) {
        if (event.target instanceof Element && event.target.closest("a, button, input, label")) return;
        if (event.shiftKey) latest.current.choose(range(id));
        else if (!isMarkingText() && isPlainClick(event)) latest.current.onOpen(id);
      },
      follow(id, event) {
        if (!isPlainClick(event)) return;
        // `onOpen` follows the link, after storing the position in the list
        event.preventDefault();
        latest.current.onOpen(id);
      },
      choose: (id, { shiftKey }) => latest.current.choose(shiftKey ? range(id) : { kind: "toggle", id }),
      focus: (id) => latest.current.onFocus(id),
    };
  }, []);
}

/** Whether this is a plain left click; with a modifier, the browser opens a tab, a window or a menu. */
function isPlainClick({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
}

/** Whether the user is selecting text to copy. */
function isMarkingText(): boolean {
  const marked = getSelection();
  return marked !== null && !marked.isCollapsed && marked.toString().trim() !== "";
}
