import type { ComponentProps } from "react";
import { Button } from "../../web/ui/Button.tsx";
import { useSettled } from "../../web/ui/use-settled.ts";

/** Comes up where another button was just pressed, and takes no press that was meant for that one. */
export function LateButton(props: ComponentProps<typeof Button>) {
  const isSettled = useSettled();
  return <Button {...props} disabled={!isSettled} />;
}
