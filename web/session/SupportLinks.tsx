import { t } from "../translate.ts";
import type { Support } from "./provider.ts";
import styles from "./SupportLinks.module.css";

/** Ways that are not offered are empty and hidden, because the build makes this HTML before the server knows them. */
export function SupportLinks({ email, phone, dialed, page }: Support) {
  return (
    <span className={styles.ways}>
      <a href={`mailto:${email}`}>{email}</a>
      <a href={dialed}>{phone}</a>
      <a href={page} target="_blank" rel="noreferrer">
        {t("access.help")}
      </a>
    </span>
  );
}
