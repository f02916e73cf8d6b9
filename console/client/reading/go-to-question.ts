/** Scrolls to a question and moves the keyboard focus there. */
export function goToQuestion(questionId: string): void {
  const question = questionAt(questionId);
  question?.scrollIntoView({ block: "start" });
  question?.querySelector("h3")?.focus({ preventScroll: true });
}

export function goToSection(sectionId: string): void {
  const section = document.querySelector(`[data-section="${CSS.escape(sectionId)}"]`);
  section?.scrollIntoView({ block: "start" });
  section?.querySelector("h2")?.focus({ preventScroll: true });
}

/** Actions that a shortcut or the phone's bottom bar performs by pressing the question's own button. */
export type QuestionAct = "approve" | "follow-up";

export function pressAct(questionId: string, act: QuestionAct): void {
  questionAt(questionId)?.querySelector<HTMLElement>(`[data-act="${act}"]`)?.click();
}

/** A question counts as visible if at least this many pixels are below what covers the top of the page. */
const READ_PX = 32;

/**
 * The question being read: the focused one if it is on the screen, else the first visible one. At the end of the page
 * it is the last visible one.
 */
export function questionBeingRead(): string | undefined {
  const focused = document.activeElement?.closest<HTMLElement>("[data-question]");
  if (focused && isOnScreen(focused)) return focused.dataset.question;
  const questions = [...document.querySelectorAll<HTMLElement>("[data-question]")];
  const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
  const read = isAtEnd
    ? questions.findLast(isOnScreen)
    : questions.find((each) => each.getBoundingClientRect().bottom > coverOf(each) + READ_PX);
  return read?.dataset.question;
}

function questionAt(questionId: string): Element | null {
  return document.querySelector(`[data-question="${CSS.escape(questionId)}"]`);
}

/** The height in pixels of what covers the top of the page, which is the question's scroll margin. */
function coverOf(question: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(question).scrollMarginBlockStart);
}

function isOnScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
