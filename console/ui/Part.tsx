import type { ReactNode } from "react";
import styles from "./Part.module.css";

type PartProps = { title: string; children: ReactNode };

/** One matter beside the main column, under its own heading. */
export function Part({ title, children }: PartProps) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
