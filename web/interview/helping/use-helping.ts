import { useState } from "react";
import { useActions, useWorkspace } from "../use-actions.ts";

/** Whether the helper has said that they are done, and how they say it: what they have entered is saved first. */
export function useHelping() {
  const { sync } = useWorkspace();
  const { save } = useActions();
  const [isDone, setDone] = useState(false);
  const finish = async () => {
    // a save that fails has said so
    if (!(await save())) return;
    const said = await sync.save("submit");
    setDone(said.ok);
  };
  return { isDone, finish: () => void finish() };
}
