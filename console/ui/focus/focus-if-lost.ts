/** A ref callback that focuses an element which replaces the focused one. Stable, so that React calls it once. */
export function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}
