import { t } from "../translate.ts";
import { Key } from "../ui/Key.tsx";
import { useOnline } from "../ui/use-online.ts";
import styles from "./ListFoot.module.css";

type ListFootProps = { total: number | undefined; onHelp: () => void };

/** The number of matching clients, and the shortcuts of the list. */
export function ListFoot({ total, onHelp }: ListFootProps) {
  const isOnline = useOnline();
  return (
    <footer className={styles.foot}>
      <p role="status" className={styles.total}>
        {total !== undefined && t("clients.total", { total })}
        {total !== undefined && isOnline && ` · ${t("clients.live")}`}
      </p>
      <span className={styles.keys} aria-hidden="true">
        <span>
          <Key isHint>↑</Key> <Key isHint>↓</Key> {t("shortcuts.foot.move")}
        </span>
        <span>
          <Key isHint>Enter</Key> {t("shortcuts.foot.open")}
        </span>
        <span>
          <Key isHint>X</Key> {t("shortcuts.foot.select")}
        </span>
        <span>
          <Key isHint>R</Key> {t("shortcuts.foot.remind")}
        </span>
      </span>
      <button type="button" className={styles.all} onClick={onHelp}>
        <Key isHint>?</Key> {t("shortcuts.all")}
      </button>
    </footer>
  );
}
