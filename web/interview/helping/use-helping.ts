import { useEffect, useRef, useState } from "react";
import { useActions } from "../workspace/use-actions.ts";

/** Whether the helper is done, and the function that saves everything and then reports that to the server. */
export function useHelping() {
  const { finishHelping } = useActions();
  const [doneTimes, setDoneTimes] = useState(0);
  const thanks = useRef<HTMLHeadingElement>(null);

  // the thanks are below the last question, which may be far from the button
  useEffect(() => {
    if (doneTimes > 0) thanks.current?.focus();
  }, [doneTimes]);

  const finish = async () => {
    if (await finishHelping()) setDoneTimes((times) => times + 1);
  };
  return { isDone: doneTimes > 0, finish: () => void finish(), thanks };
}
