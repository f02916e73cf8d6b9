import type { ReactNode } from "react";
import { useLostFocus } from "./focus/use-lost-focus.ts";
import styles from "./Panel.module.css";

type PanelProps = {
  title: string;
  /** A few words after the title. */
  note?: string;
  /** Without a border, for a part inside a bordered group. */
  isPlain?: boolean;
  children: ReactNode;
};

/** A section in the side column, with a heading. The heading takes the focus if the focused element disappears. */
export function Panel({ title, note, isPlain = false, children }: PanelProps) {
  const { part, heading } = useLostFocus();
  return (
    <section ref={part} className={styles.part} data-plain={isPlain ? "" : undefined}>
      <h2 ref={heading} tabIndex={-1}>
        {title} {note && <small>{note}</small>}
      </h2>
      {children}
    </section>
  );
}
