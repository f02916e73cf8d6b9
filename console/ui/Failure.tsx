import styles from "./Failure.module.css";

type FailureProps = { error: Pick<Error, "message"> | null };

/** What went wrong, where it went wrong; its place is there before, so that readers announce it. */
export function Failure({ error }: FailureProps) {
  return (
    <p role="alert" className={styles.failure} hidden={error === null}>
      {error?.message}
    </p>
  );
}
