import type { ReactNode } from "react";

const focus = (element: HTMLElement | null) => element?.focus();

/** The result of a press whose button or field is gone. It takes the focus, so that screen readers announce it. */
export function FocusedStatus({ children }: { children: ReactNode }) {
  return (
    <p ref={focus} role="status" tabIndex={-1}>
      {children}
    </p>
  );
}
