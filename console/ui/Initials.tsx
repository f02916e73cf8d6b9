import styles from "./Initials.module.css";
import { initialsOf, lookOf } from "./initials-of.ts";

type InitialsProps = { id: string; name: string };

/** A person's initials, shown beside the name. */
export function Initials({ id, name }: InitialsProps) {
  return (
    <span className={styles.initials} data-look={lookOf(id)} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}
