import { useEffect, useRef, useState } from "react";
import { useActions, useWorkspace } from "../use-actions.ts";

/** Whether the helper has said that they are done, and how they say it: what they have entered is saved first. */
export function useHelping() {
  const { sync } = useWorkspace();
  const { save } = useActions();
  const [doneTimes, setDoneTimes] = useState(0);
  const thanks = useRef<HTMLHeadingElement>(null);

  // it stands below the last question, which may be far from the button
  useEffect(() => {
    if (doneTimes > 0) thanks.current?.focus();
  }, [doneTimes]);

  const finish = async () => {
    // a save that fails has said so
    if (!(await save())) return;
    const said = await sync.save("submit");
    if (said.ok) setDoneTimes((times) => times + 1);
  };
  return { isDone: doneTimes > 0, finish: () => void finish(), thanks };
}
