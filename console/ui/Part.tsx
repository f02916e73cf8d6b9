import type { ReactNode } from "react";
import styles from "./Part.module.css";

type PartProps = {
  title: string;
  /** A few words behind the title. */
  note?: string;
  /** Without a frame, where it stands among others in one. */
  isPlain?: boolean;
  children: ReactNode;
};

/** One matter beside the main column, under its own heading. */
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
