/** What the interview passes to "Talk it through". */
export type TalkHost = {
  clientName: string;
  /** False for "One at a time". */
  isSpoken: boolean;
  /** Minutes for all open questions; 0 if none is open. */
  minutesLeft: number;
  saving: "save" | "submit" | undefined;
  /** Whether a dialog covers the page, such as the one that asks for the key. */
  isCovered: boolean;
  /** Called when Talk is over; `questionId` is the question to open. */
  onClosed: (questionId: string | undefined) => void;
  onReview: () => void;
  onSave: () => void;
  onSubmit: () => void;
};
