/**
 * What the client's page does for the client must not reach the editor around it: while somebody types there, the preview
 * takes no focus, and it scrolls nothing but its own document. Nor does it ask before it goes.
 */
export function stayInFrame(): void {
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function (options) {
    if (document.hasFocus()) focus.call(this, { ...options, preventScroll: true });
  };
  Element.prototype.scrollIntoView = function () {
    const { top, height } = this.getBoundingClientRect();
    const above = Math.max((innerHeight - height) / 2, 0);
    scrollTo({ top: scrollY + top - above });
  };
  addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), { capture: true });
}
