import type { SettingSource, ShownLogo } from "#contract/manage/settings/settings.ts";
import { t } from "../../translate.ts";
import styles from "./LogoForm.module.css";

const SCHEMES = ["light", "dark"] as const;

type LogoPreviewProps = { logo: ShownLogo | null; source: SettingSource };

/** The logo as clients see it, on a light and on a dark background. */
export function LogoPreview({ logo, source }: LogoPreviewProps) {
  if (!logo) return <p>{t("settings.logo.none")}</p>;
  // the interview file may define a different logo for dark screens
  const schemes = source === "console" ? SCHEMES : SCHEMES.slice(0, 1);
  return (
    <>
      <div className={styles.previews}>
        {schemes.map((scheme) => (
          <figure key={scheme} className={styles.preview}>
            <div className={styles.paper} data-scheme={scheme}>
              <img className={styles.logo} src={logo.address} alt={t("settings.logo.title")} />
            </div>
            <figcaption className={styles.caption}>{t(`settings.logo.on.${scheme}`)}</figcaption>
          </figure>
        ))}
      </div>
      {source === "interview-file" && <p className={styles.caption}>{t("settings.logo.fromFile")}</p>}
      {!logo.isInMail && <p className={styles.caption}>{t("settings.logo.noMail")}</p>}
    </>
  );
}
