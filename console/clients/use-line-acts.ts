import { type MouseEvent, useEffect, useMemo, useRef } from "react";
import type { Choice } from "./selection.ts";

/** What can be done to one line of the list. */
export type LineActs = {
  /** A press anywhere on the line. */
  press: (clientId: string, event: MouseEvent<HTMLElement>) => void;
  /** A press on the name. */
  follow: (clientId: string, event: MouseEvent<HTMLElement>) => void;
  /** A press on the checkbox. */
  choose: (clientId: string, event: MouseEvent<HTMLElement>) => void;
  focus: (clientId: string) => void;
};

type Options = {
  ids: readonly string[];
  choose: (choice: Choice) => void;
  onOpen: (clientId: string) => void;
  onFocus: (clientId: string) => void;
};

/** What a pointer does to a line; the same functions at each drawing, so that lines are not drawn again. */
export function useLineActs(options: Options): LineActs {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  return useMemo(() => {
    const range = (id: string): Choice => ({ kind: "range", id, lines: latest.current.ids });
    return {
      press(id, event) {
        if (event.target instanceof Element && event.target.closest("a, button, input, label")) return;
        if (event.shiftKey) latest.current.choose(range(id));
        else if (!isMarkingText() && isPlain(event)) latest.current.onOpen(id);
      },
      follow(id, event) {
        if (!isPlain(event)) return;
        // the link itself is followed by `onOpen`, which stores the place first
        event.preventDefault();
        latest.current.onOpen(id);
      },
      choose: (id, { shiftKey }) => latest.current.choose(shiftKey ? range(id) : { kind: "toggle", id }),
      focus: (id) => latest.current.onFocus(id),
    };
  }, []);
}

/** Anything else opens another tab, or a menu. */
function isPlain({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
}

/** Who draws the pointer over words wants to copy them. */
function isMarkingText(): boolean {
  const marked = getSelection();
  return marked !== null && !marked.isCollapsed && marked.toString().trim() !== "";
}
