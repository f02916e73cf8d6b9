import type { SettingName } from "#contract/manage/settings/setting-values.ts";
import type { ShownSettings } from "#contract/manage/settings/settings.ts";
import { t } from "../translate.ts";
import { RelativeTime } from "../ui/time/RelativeTime.tsx";
import styles from "./LastChange.module.css";

type LastChangeProps = { settings: ShownSettings["settings"]; names: readonly SettingName[] };

/** Who last changed any of these settings, and when. Hidden if they were never changed. */
export function LastChange({ settings, names }: LastChangeProps) {
  const changes = names.map((name) => settings[name]).filter(({ changedAt }) => changedAt !== null);
  const [last] = changes.toSorted((one, other) => ((one.changedAt ?? "") < (other.changedAt ?? "") ? 1 : -1));
  if (!last) return null;
  return (
    <p className={styles.last}>
      {t("settings.lastChange", { name: last.changedByName ?? last.changedBy ?? "" })}{" "}
      <RelativeTime at={last.changedAt} never="" />
    </p>
  );
}
