/**
 * Keeps the client's page from affecting the editor around it. The preview takes no focus while the author types in the
 * editor, scrolls only its own document, and does not ask before it unloads.
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
