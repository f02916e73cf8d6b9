import styles from "./Logo.module.css";

/** Two opening quotation marks of one stroke each, unless the provider has set a logo (`--logo`). */
export function Logo() {
  return (
    <span className={styles.logo}>
      <svg
        className={styles.mark}
        viewBox="0 0 32 32"
        width="32"
        height="32"
        aria-hidden="true"
        focusable="false"
      >
        <rect className={styles.sheet} x="1" y="2" width="30" height="28" rx="8" />
        <path className={styles.stroke} d="M14 9.5c-3.4 1-5 3.6-5 7v4.2h5.2v-5.2H9.6" />
        <path className={styles.stroke} d="M24 9.5c-3.4 1-5 3.6-5 7v4.2h5.2v-5.2h-4.6" />
      </svg>
    </span>
  );
}
