import { type ReactNode, useState } from "react";
import { Icon } from "../../../web/ui/Icon.tsx";
import styles from "./Disclosure.module.css";

type DisclosureProps = { title: string; aside?: ReactNode; children: ReactNode };

/** A collapsed part for rarely needed content, which loads when the part opens. */
export function Disclosure({ title, aside, children }: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className={styles.fold}
      open={isOpen}
      onToggle={(event) => {
        if (event.target === event.currentTarget) setIsOpen(event.currentTarget.open);
      }}
    >
      <summary className={styles.summary}>
        <Icon name="chevron-right" />
        <h2 className={styles.title}>{title}</h2>
        {aside && <span className={styles.aside}>{aside}</span>}
      </summary>
      {isOpen && <div className={styles.body}>{children}</div>}
    </details>
  );
}
