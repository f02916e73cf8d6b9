import { useState } from "react";
import type { FollowUp } from "#contract/manage/follow-ups.ts";
import { isOvertaken } from "../../api/call-failure.ts";

/** The error to show at a question. A "somebody else was faster" error disappears with the question's next change. */
export function useRefusal(error: Error | null, followUp: FollowUp | undefined): Error | null {
  const moment = followUp ? `${followUp.state} ${followUp.entries.length}` : "";
  const [said, setSaid] = useState({ error, moment });
  if (said.error !== error) setSaid({ error, moment });
  const isOver = said.error === error && said.moment !== moment && isOvertaken(error);
  return isOver ? null : error;
}
