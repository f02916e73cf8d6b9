import type { ReactNode } from "react";

const focus = (element: HTMLElement | null) => element?.focus();

/** What became of a press whose button or field has gone: it takes the focus, so that it is read out. */
export function Said({ children }: { children: ReactNode }) {
  return (
    <p ref={focus} role="status" tabIndex={-1}>
      {children}
    </p>
  );
}
