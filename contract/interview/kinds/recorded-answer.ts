export type AnswerType = "text" | "audio";
export type AnswerSource = "typed" | "dictated";
/** Why there is no answer in the client's own words: each of them answers the question. */
export const answerReasons = ["not-applicable", "unknown", "in-person"] as const;
export type AnswerReason = (typeof answerReasons)[number];
/** Who answered for the client. `client` is said to a helper alone, of what the client has answered. */
export const answerAuthors = ["manager", "helper", "client"] as const;
/** The server alone sets it, from the session. */
export type AnswerAuthor = { kind: (typeof answerAuthors)[number]; name: string };
/** One written or spoken answer, as it is stored. */
export type RecordedAnswer = {
  type: AnswerType;
  content: string;
  /** ISO 8601, as the device that wrote it gave it. */
  timestamp: string;
  id: string;
  source?: AnswerSource;
  /** Dictated words as they were recognized, where the content has been tidied up; never of other content. */
  raw?: string;
  /** Of the sentence that a press has put there; never of other content. */
  reason?: AnswerReason;
  /** Absent where the client answered, and in what a helper gets, where the helper did; never of other content. */
  by?: AnswerAuthor;
};
