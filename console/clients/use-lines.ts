import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";

/** Lines beyond the edges of the screen; with a screen's own at most 60 in all. */
const BEYOND = 6;

/** What stands still above and below the lines and covers them, in pixels. */
export type Cover = { above: number; below: number };

type LinesOptions = {
  ids: readonly string[];
  /** In pixels. */
  height: number;
  /** Stays in the page wherever the screen is, since the keyboard's focus may be on it. */
  active: number;
  cover: Cover;
};

/** Which of many lines stand in the page: those in sight, and a few more. */
export function useLines({ ids, height, active, cover }: LinesOptions) {
  const frame = useRef<HTMLDivElement>(null);
  const top = useTopOf(frame);
  const withActive = useCallback(
    (range: Range) => {
      const lines = defaultRangeExtractor(range);
      if (active < 0 || active >= range.count || lines.includes(active)) return lines;
      return [...lines, active].sort((one, other) => one - other);
    },
    [active],
  );
  const virtualizer = useWindowVirtualizer({
    count: ids.length,
    estimateSize: () => height,
    getItemKey: (index) => ids[index] ?? index,
    overscan: BEYOND,
    rangeExtractor: withActive,
    scrollMargin: top,
    useFlushSync: false,
  });
  /** Scrolls no further than a line needs to be in sight. All lines are equally high, so nothing has to be measured. */
  const bringIntoSight = (place: number) => {
    const start = top + place * height;
    const [upmost, lowest] = [start - cover.above, start + height + cover.below - innerHeight];
    if (scrollY > upmost) scrollTo(0, upmost);
    else if (scrollY < lowest) scrollTo(0, lowest);
  };
  return { frame, bringIntoSight, pieces: piecesOf(virtualizer.getVirtualItems(), ids.length, height) };
}

export type Piece = { kind: "line"; index: number } | { kind: "gap"; key: string; height: number };

/** The lines in the page, and in the place of the others gaps as high as they are. */
function piecesOf(items: { index: number }[], count: number, height: number): Piece[] {
  const pieces: Piece[] = [];
  let next = 0;
  const gapTo = (index: number) => {
    if (index > next)
      pieces.push({ kind: "gap", key: `gap-${pieces.length}`, height: (index - next) * height });
  };
  for (const { index } of items) {
    gapTo(index);
    pieces.push({ kind: "line", index });
    next = index + 1;
  }
  gapTo(count);
  return pieces;
}

/** How far below the page's top something begins. */
function useTopOf(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  // after each drawing: a notice above may have come or gone
  useLayoutEffect(() => {
    if (!element.current) return;
    const now = Math.round(element.current.getBoundingClientRect().top + window.scrollY);
    if (now !== top) setTop(now);
  });
  return top;
}
