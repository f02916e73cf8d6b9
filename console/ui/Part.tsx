import type { ReactNode } from "react";
import styles from "./Part.module.css";

type PartProps = {
  title: string;
  /** A few words after the title. */
  note?: string;
  /** Without a border, for a part inside a bordered group. */
  isPlain?: boolean;
  children: ReactNode;
};

/** A section in the side column, with a heading. */
export function Part({ title, note, isPlain = false, children }: PartProps) {
  return (
    <section className={styles.part} data-plain={isPlain ? "" : undefined}>
      <h2>
        {title} {note && <small>{note}</small>}
      </h2>
      {children}
    </section>
  );
}
