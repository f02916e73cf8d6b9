import { useEffect, useRef, useState } from "react";
import { type Interview, questionsOf } from "#contract/interview/interview.ts";

/** How many questions the last change added, 0 if none, and how many changes there have been. */
export function useMoreQuestions(interview: Interview): { more: number; change: number } {
  const count = questionsOf(interview).length;
  const before = useRef(count);
  const [last, setLast] = useState({ more: 0, change: 0 });
  useEffect(() => {
    const more = Math.max(0, count - before.current);
    if (count !== before.current) setLast(({ change }) => ({ more, change: change + 1 }));
    before.current = count;
  }, [count]);
  return last;
}
