import { t } from "../translate.ts";
import { CopyField } from "../ui/CopyField.tsx";
import styles from "./ShownSecret.module.css";

type ShownSecretProps = { secret: string; hint: string };

/** The one time that a secret is shown. */
export function ShownSecret({ secret, hint }: ShownSecretProps) {
  return (
    <div className={styles.shown}>
      <p className={styles.once}>{hint}</p>
      <CopyField label={t("webhooks.secret")} value={secret} />
    </div>
  );
}
