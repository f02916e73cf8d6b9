export type AnswerType = "text" | "audio";
export type AnswerSource = "typed" | "dictated";
/** Why there is no answer in the client's own words. Each reason counts as an answer. */
export const answerReasons = ["not-applicable", "unknown", "in-person"] as const;
export type AnswerReason = (typeof answerReasons)[number];
/**
 * Who wrote the answer, if not the reader. `client` appears only in what a helper gets, for the client's own answers.
 */
export const answerAuthors = ["manager", "helper", "client"] as const;
/** Only the server sets it, from the session. */
export type AnswerAuthor = { kind: (typeof answerAuthors)[number]; name: string };
/** A written or spoken answer as stored. */
export type RecordedAnswer = {
  type: AnswerType;
  content: string;
  /** ISO 8601, by the clock of the device. */
  timestamp: string;
  id: string;
  source?: AnswerSource;
  /** The dictated words as recognized, if the content was tidied up; dropped when the content changes. */
  raw?: string;
  /** Set if a button inserted the content; dropped when the content changes. */
  reason?: AnswerReason;
  /** Absent if the client answered or, in what a helper gets, if that helper did; dropped when the content changes. */
  by?: AnswerAuthor;
};
