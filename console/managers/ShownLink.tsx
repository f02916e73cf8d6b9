import type { PasswordLink } from "#contract/manage/accounts.ts";
import { t } from "../translate.ts";
import { CopyField } from "../ui/CopyField.tsx";
import styles from "./ShownLink.module.css";

type ShownLinkProps = { link: PasswordLink };

/** The one time that a link is shown. */
export function ShownLink({ link: { link, expiresAt } }: ShownLinkProps) {
  const until = new Date(expiresAt).toLocaleDateString("en", { dateStyle: "long" });
  return (
    <div className={styles.shown}>
      <p className={styles.once}>{t("managers.linkOnce", { until })}</p>
      <CopyField label={t("managers.link")} value={link} />
    </div>
  );
}
