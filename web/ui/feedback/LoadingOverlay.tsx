import styles from "./LoadingOverlay.module.css";

type LoadingOverlayProps = { label: string };

export function LoadingOverlay({ label }: LoadingOverlayProps) {
  return (
    <div className={styles.overlay} role="status">
      <span className={styles.spinner} aria-hidden="true" />
      <p className={styles.label}>{label}</p>
    </div>
  );
}
