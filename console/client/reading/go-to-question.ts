/** Brings a question into sight, and takes the keyboard along. */
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

/** What can be done at a question by a key or by the bar of a phone, which press the question's own button. */
export type QuestionAct = "approve" | "follow-up";

export function pressAct(questionId: string, act: QuestionAct): void {
  questionAt(questionId)?.querySelector<HTMLElement>(`[data-act="${act}"]`)?.click();
}

/** Of a question that is read, at least so much is below what lies over the page. */
const READ_PX = 32;

/**
 * The question that somebody is at: the one that has the keyboard's focus, while it is on the screen; else the first one
 * that is in sight.
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

/** How far down the page is covered where a question is scrolled to its start. */
function coverOf(question: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(question).scrollMarginBlockStart);
}

function isOnScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
