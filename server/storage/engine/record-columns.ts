/** What lists show of a record without opening it. */
export type RecordSummary = {
  revision: number;
  completed: number;
  total: number;
  percent: number;
  completeQuestions: string[];
  lastSection: string | null;
  savedAt: number;
  submittedAt: number | null;
};
