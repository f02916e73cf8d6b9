/** What the interview around it gives to Talk it through. */
export type TalkHost = {
  clientName: string;
  /** False for "One at a time". */
  isSpoken: boolean;
  /** Of all questions that are open; 0 where none is. */
  minutesLeft: number;
  saving: "save" | "submit" | undefined;
  /** Whether a dialog lies over the page, such as the one that asks for the key. */
  isCovered: boolean;
  /** Talk is over; `questionId` is the question to open. */
  onClosed: (questionId: string | undefined) => void;
  onReview: () => void;
  onSave: () => void;
  onSubmit: () => void;
};
