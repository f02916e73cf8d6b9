import { useState } from "react";
import type { FollowUp } from "#contract/manage/follow-ups.ts";
import { CallFailure, isOvertaken } from "../../api/call-failure.ts";

/** The states that explain these errors; any state explains the others. */
const CAUSES: { [code: string]: (state: FollowUp["state"]) => boolean } = {
  ASKED_ALREADY: (state) => state === "asked-back",
  NOT_ASKED: (state) => state !== "asked-back",
};

/**
 * The error to show at a question. A "somebody else was faster" error disappears with the question's next change, but
 * not with the change that it is about, which can arrive after the error.
 */
export function useRefusal(error: Error | null, followUp: FollowUp | undefined): Error | null {
  const { state = "none", entries = [] } = followUp ?? {};
  const moment = `${state} ${entries.length}`;
  const isCause = error instanceof CallFailure ? CAUSES[error.code] : undefined;
  const isExplained = isCause?.(state) ?? true;
  const [said, setSaid] = useState({ error, moment, isExplained });
  const isOther = said.error !== error || (said.moment !== moment && !said.isExplained);
  if (isOther) setSaid({ error, moment, isExplained });
  return !isOther && said.moment !== moment && isOvertaken(error) ? null : error;
}
