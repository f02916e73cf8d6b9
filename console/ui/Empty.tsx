import styles from "./Empty.module.css";

type EmptyProps = { children: string };

/** Stands where a list would be. */
export function Empty({ children }: EmptyProps) {
  return <p className={styles.empty}>{children}</p>;
}
