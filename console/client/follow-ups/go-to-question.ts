/** Opens the card where it is closed, and takes the keyboard along. */
export function goToQuestion(questionId: string): void {
  const question = document.querySelector(`[data-question="${CSS.escape(questionId)}"]`);
  const card = question?.closest("details");
  if (card) card.open = true;
  question?.scrollIntoView({ block: "start" });
  question?.querySelector("h3")?.focus({ preventScroll: true });
}
