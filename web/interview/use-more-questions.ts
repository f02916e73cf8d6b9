import { useEffect, useRef, useState } from "react";
import { type Interview, questionsOf } from "#contract/interview/interview.ts";

/** How many questions the last answer has added; 0 where it added none. */
export function useMoreQuestions(interview: Interview): number {
  const count = questionsOf(interview).length;
  const before = useRef(count);
  const [more, setMore] = useState(0);
  useEffect(() => {
    if (count === before.current) return;
    setMore(Math.max(0, count - before.current));
    before.current = count;
  }, [count]);
  return more;
}
