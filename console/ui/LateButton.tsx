import type { ComponentProps } from "react";
import { Button } from "../../web/ui/Button.tsx";
import { useReadyForPress } from "../../web/ui/use-ready-for-press.ts";

/** A button that appears where another one was just pressed. It ignores a second press that was meant for that one. */
export function LateButton(props: ComponentProps<typeof Button>) {
  const isSettled = useReadyForPress();
  return <Button {...props} disabled={!isSettled} />;
}
