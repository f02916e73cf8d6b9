import styles from "../ui/Icon.module.css";

/** The icons that only this part needs, on the grid of `web/ui/icon-paths.ts`. */
const PATHS = {
  again:
    "M4.5 12a7.5 7.5 0 0 1 12.8-5.3L19.5 9M19.5 4.5V9H15M19.5 12a7.5 7.5 0 0 1-12.8 5.3L4.5 15M4.5 19.5V15H9",
  pause: "M9 5.5v13M15 5.5v13",
  skip: "M5.5 6v12l9-6ZM18.5 6v12",
} as const;

export function TalkIcon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
