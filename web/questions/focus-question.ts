/** What a question is answered by, its first control first. */
const CONTROLS = "select, input, textarea";

/** Brings a question's card into view, with the focus on its first control; where nothing is open, on its name. */
export function focusQuestion(card: HTMLElement): void {
  const selector = card.dataset.complete === "true" ? "summary" : CONTROLS;
  const control = card.querySelector<HTMLElement>(selector);
  card.scrollIntoView({ block: "start" });
  // marked also after a press: it tells which of the cards in view it is
  control?.focus({ preventScroll: true, focusVisible: true });
  // what waits in a box is gone on with at its end
  if (control instanceof HTMLTextAreaElement) {
    control.setSelectionRange(control.value.length, control.value.length);
  }
}

/** From a question to the next one of its section, answered or not, and from the last to the way on. */
export function focusNextQuestion(card: Element): void {
  let next = card.nextElementSibling;
  // words between the questions have nothing to answer
  while (next && !next.matches("[data-question]")) next = next.nextElementSibling;
  if (!(next instanceof HTMLElement)) {
    card.parentElement?.parentElement?.querySelector<HTMLElement>("[data-way-on]")?.focus();
    return;
  }
  const box = next.querySelector<HTMLElement>(`textarea[data-box], ${CONTROLS}`);
  (box ?? next.querySelector("summary"))?.focus();
}
