import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Drop, OutlineItem } from "./outline-moves.ts";

type Side = Drop["side"];
type DragData = Record<string | symbol, unknown>;

/** Key of the dragged part in the data of a drag. */
const DRAGGED = Symbol("part of an outline");
/** Key of the `Drop` in the data of a drop target. */
const DROP = Symbol("place in an outline");

const draggedIn = (data: DragData) => data[DRAGGED] as OutlineItem | undefined;
const dropIn = (data: DragData | undefined) => data?.[DROP] as Drop | undefined;

type DropPlace = {
  element: HTMLElement;
  part: OutlineItem;
  accepts: (dragged: OutlineItem) => boolean;
  /** The side for a drop anywhere on the target; undefined if the nearer edge decides. */
  sideFor: (dragged: OutlineItem) => Side | undefined;
  /** Gets the edge where the dragged part would go; undefined when it is no longer over this target. */
  onOver: (edge: Side | undefined) => void;
};

function dropPlace({ element, part, accepts, sideFor, onOver }: DropPlace): () => void {
  return dropTargetForElements({
    element,
    canDrop({ source }) {
      const dragged = draggedIn(source.data);
      return dragged !== undefined && dragged.id !== part.id && accepts(dragged);
    },
    getData({ source, input }) {
      const dragged = draggedIn(source.data);
      const { top, height } = element.getBoundingClientRect();
      const nearer = input.clientY < top + height / 2 ? "before" : "after";
      const drop: Drop = { part, side: (dragged && sideFor(dragged)) ?? nearer };
      return { [DROP]: drop };
    },
    onDrag({ self, source, location }) {
      // of nested targets, the innermost counts
      const isInnermost = location.current.dropTargets[0]?.element === element;
      // a card that would become a section's first or last goes below the marked element
      const isInside = draggedIn(source.data)?.kind !== part.kind;
      onOver(isInnermost ? (isInside ? "after" : dropIn(self.data)?.side) : undefined);
    },
    onDragLeave: () => onOver(undefined),
    onDrop: () => onOver(undefined),
  });
}

type DraggedRow = {
  line: RefObject<HTMLDivElement | null>;
  handle: RefObject<HTMLSpanElement | null>;
  /** Where the part dragged over the row would go. */
  side: Side | undefined;
  isDragged: boolean;
};

/**
 * A row that is dragged by its handle. Questions can be dropped beside it; on a section's row, they become its first
 * question.
 */
export function useDraggedRow(kind: OutlineItem["kind"], id: string, isReadOnly: boolean): DraggedRow {
  const line = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const [side, setSide] = useState<Side>();
  const [isDragged, setIsDragged] = useState(false);
  useEffect(() => {
    const element = line.current;
    // a read-only row has no handle
    if (isReadOnly || !element || !handle.current) return;
    const part: OutlineItem = { kind, id };
    return combine(
      draggable({
        element,
        dragHandle: handle.current,
        getInitialData: () => ({ [DRAGGED]: part }),
        onDragStart: () => setIsDragged(true),
        onDrop: () => setIsDragged(false),
      }),
      dropPlace({
        element,
        part,
        accepts: (dragged) => dragged.kind === "card",
        sideFor: () => (kind === "section" ? "before" : undefined),
        onOver: setSide,
      }),
    );
  }, [kind, id, isReadOnly]);
  return { line, handle, side, isDragged };
}

/** A section with all its rows. Another section can be dropped before or after it; a question becomes its last. */
export function useDropSection(sectionId: string) {
  const section = useRef<HTMLLIElement>(null);
  const [side, setSide] = useState<Side>();
  useEffect(() => {
    const element = section.current;
    if (!element) return;
    return dropPlace({
      element,
      part: { kind: "section", id: sectionId },
      accepts: () => true,
      sideFor: (dragged) => (dragged.kind === "card" ? "after" : undefined),
      onOver: setSide,
    });
  }, [sectionId]);
  return { section, side };
}

/** Calls `onDrop` when a part is dropped. */
export function useDrops(onDrop: (dragged: OutlineItem, drop: Drop) => void): void {
  useEffect(
    () =>
      monitorForElements({
        onDrop({ source, location }) {
          const dragged = draggedIn(source.data);
          const drop = dropIn(location.current.dropTargets[0]?.data);
          if (dragged && drop) onDrop(dragged, drop);
        },
      }),
    [onDrop],
  );
}
