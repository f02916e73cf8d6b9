import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from "react";

type Box = RefObject<HTMLTextAreaElement | null>;
/**
 * For browsers without `field-sizing` (Firefox, Safari before 26): makes a text box as high as its text, up to
 * `maxHeightPx`. Measures once per changed text or width, since a box may hold 20,000 characters. Returns the ref for
 * the box; `outerRef` gets the same element.
 */
export function useGrowingHeight(maxHeightPx: number, outerRef: Ref<HTMLTextAreaElement> | undefined): Box {
  const box: Box = useRef(null);
  const measuredText = useRef("");

  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(outerRef, () => box.current);

  // after every render: the text may have come from outside, without an event
  useLayoutEffect(() => {
    if (box.current && !growsByItself()) fitText(box.current, measuredText, maxHeightPx);
  });

  useLayoutEffect(() => {
    const element = box.current;
    if (!element || growsByItself()) return;
    const typed = () => fitText(element, measuredText, maxHeightPx);
    element.addEventListener("input", typed);
    const stop = onWidth(element, () => setHeight(element, maxHeightPx));
    return () => {
      element.removeEventListener("input", typed);
      stop();
    };
  }, [maxHeightPx]);

  return box;
}

function growsByItself(): boolean {
  return CSS.supports("field-sizing", "content");
}

function fitText(element: HTMLTextAreaElement, measuredText: RefObject<string>, maxHeightPx: number) {
  if (element.value === measuredText.current) return;
  measuredText.current = element.value;
  setHeight(element, maxHeightPx);
}

/** A new width wraps the text differently; a box in a closed card gets its first width here. */
function onWidth(element: HTMLElement, changed: () => void): () => void {
  let width = 0;
  const observer = new ResizeObserver(([entry]) => {
    // the border box: a scrollbar that comes or goes does not change it
    const next = entry?.borderBoxSize[0]?.inlineSize ?? 0;
    if (next === width) return;
    width = next;
    changed();
  });
  observer.observe(element);
  return () => observer.disconnect();
}

function setHeight(element: HTMLTextAreaElement, maxHeightPx: number) {
  // at the maximum height and still too full: laying out a long text twice per key would be noticeable
  if (element.style.overflowY === "auto" && element.scrollHeight > element.clientHeight) return;
  element.style.height = "auto";
  element.style.overflowY = "hidden";
  const { scrollHeight, offsetHeight, clientHeight } = element;
  const wanted = scrollHeight + offsetHeight - clientHeight;
  element.style.height = `${Math.min(wanted, maxHeightPx)}px`;
  element.style.overflowY = wanted > maxHeightPx ? "auto" : "hidden";
}
