/** The controls that answer a question. */
const CONTROLS = "select, input, textarea";

/** Scrolls to a question's card and focuses its first control, or its title if the question is complete. */
export function focusQuestion(card: HTMLElement): void {
  const selector = card.dataset.complete === "true" ? "summary" : CONTROLS;
  const control = card.querySelector<HTMLElement>(selector);
  card.scrollIntoView({ block: "start" });
  // the focus ring is shown even after a press, to mark the card among those in view
  control?.focus({ preventScroll: true, focusVisible: true });
  // the client continues existing text at its end
  if (control instanceof HTMLTextAreaElement) {
    control.setSelectionRange(control.value.length, control.value.length);
  }
}

/**
 * Moves the focus to the section's next question, answered or not, or from the last one to the button that leads on.
 */
export function focusNextQuestion(card: Element): void {
  let next = card.nextElementSibling;
  // statements between the questions have nothing to answer
  while (next && !next.matches("[data-question]")) next = next.nextElementSibling;
  if (!(next instanceof HTMLElement)) {
    card.parentElement?.parentElement?.querySelector<HTMLElement>("[data-way-on]")?.focus();
    return;
  }
  const box = next.querySelector<HTMLElement>(`textarea[data-box], ${CONTROLS}`);
  (box ?? next.querySelector("summary"))?.focus();
}
