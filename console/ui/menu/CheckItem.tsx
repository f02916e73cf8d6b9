import { Icon } from "../../../web/ui/Icon.tsx";
import styles from "./Menu.module.css";

type CheckItemProps = {
  name: string;
  /** A short note after the name. */
  note?: string | undefined;
  isChecked: boolean;
  onToggle: () => void;
};

/** A menu item that can be switched on or off. The menu stays open. */
export function CheckItem({ name, note, isChecked, onToggle }: CheckItemProps) {
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      aria-checked={isChecked}
      tabIndex={-1}
      className={styles.item}
      onClick={onToggle}
    >
      <span className={styles.mark}>{isChecked && <Icon name="check" />}</span>
      <span>{name}</span>
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </button>
  );
}
