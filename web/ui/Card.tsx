import type { ComponentProps, ReactNode } from "react";
import styles from "./Card.module.css";
import { Icon } from "./Icon.tsx";

type DetailsProps = Omit<ComponentProps<"details">, "title" | "open" | "onToggle" | "className">;

type CardProps = DetailsProps & {
  title: ReactNode;
  /** Shown at the end of the heading row. No controls here, because the whole row is already one control. */
  aside?: ReactNode;
  headingLevel?: 2 | 3;
  isOpen: boolean;
  onToggle: (open: boolean) => void;
  children: ReactNode;
};

export function Card({ title, aside, headingLevel = 2, isOpen, onToggle, children, ...rest }: CardProps) {
  const Heading = headingLevel === 2 ? "h2" : "h3";
  return (
    <details
      {...rest}
      className={styles.card}
      open={isOpen}
      onToggle={(event) => {
        // the browser also reports our own changes, and find-in-page opens cards without a press
        const { open } = event.currentTarget;
        if (event.target === event.currentTarget && open !== isOpen) onToggle(open);
      }}
    >
      <summary className={styles.summary}>
        <Icon name="chevron-right" />
        <Heading className={styles.title}>{title}</Heading>
        {aside && <span className={styles.aside}>{aside}</span>}
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}
