import { t } from "../translate.ts";
import type { Support } from "./provider.ts";
import styles from "./SupportLinks.module.css";

/** Ways that are not offered are empty and hidden, because the build makes this HTML before the server knows them. */
export function SupportLinks({ email, phone, dialled, page }: Support) {
  return (
    <span className={styles.ways}>
      <a href={`mailto:${email}`}>{email}</a>
      <a href={dialled}>{phone}</a>
      <a href={page} target="_blank" rel="noreferrer">
        {t("access.help")}
      </a>
    </span>
  );
}
