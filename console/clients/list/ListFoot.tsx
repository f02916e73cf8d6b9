import { t } from "../../translate.ts";
import { KeyboardKey } from "../../ui/KeyboardKey.tsx";
import { useOnline } from "../../ui/use-online.ts";
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
          <KeyboardKey isHint>↑</KeyboardKey> <KeyboardKey isHint>↓</KeyboardKey> {t("shortcuts.foot.move")}
        </span>
        <span>
          <KeyboardKey isHint>Enter</KeyboardKey> {t("shortcuts.foot.open")}
        </span>
        <span>
          <KeyboardKey isHint>X</KeyboardKey> {t("shortcuts.foot.select")}
        </span>
        <span>
          <KeyboardKey isHint>R</KeyboardKey> {t("shortcuts.foot.remind")}
        </span>
      </span>
      <button type="button" className={styles.all} onClick={onHelp}>
        <KeyboardKey isHint>?</KeyboardKey> {t("shortcuts.all")}
      </button>
    </footer>
  );
}
