import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";

/** How many rows to render beyond each edge of the screen. With the visible ones, that makes at most 60 rows. */
const BEYOND = 6;

/** The heights in pixels of the sticky parts that cover rows at the top and at the bottom. */
export type Cover = { above: number; below: number };

type LinesOptions = {
  ids: readonly string[];
  /** The height of a row, in pixels. */
  height: number;
  /** The index of a row that stays rendered wherever the page is scrolled, because it may have the keyboard focus. */
  active: number;
  cover: Cover;
};

/** Chooses the rows to render: the visible ones and a few more. */
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
  /** Scrolls just far enough to show a row. All rows have the same height, so nothing needs measuring. */
  const bringIntoSight = (place: number) => {
    const start = top + place * height;
    const [upmost, lowest] = [start - cover.above, start + height + cover.below - innerHeight];
    if (scrollY > upmost) scrollTo(0, upmost);
    else if (scrollY < lowest) scrollTo(0, lowest);
  };
  return { frame, bringIntoSight, pieces: piecesOf(virtualizer.getVirtualItems(), ids.length, height) };
}

export type Piece = { kind: "line"; index: number } | { kind: "gap"; key: string; height: number };

/** The rendered rows, with gaps in place of the others. */
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

/** The distance in pixels from the top of the page to an element. */
function useTopOf(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  // runs after each render, because a notice above may have appeared or disappeared
  useLayoutEffect(() => {
    if (!element.current) return;
    const now = Math.round(element.current.getBoundingClientRect().top + window.scrollY);
    if (now !== top) setTop(now);
  });
  return top;
}
