import styles from "./Menu.module.css";

type MenuItemProps = { name: string; isDisabled?: boolean; onPress: () => void };

/** An act of a menu. Arrow keys reach it also where there is nothing to do, and a reader says so. */
export function MenuItem({ name, isDisabled = false, onPress }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      aria-disabled={isDisabled}
      tabIndex={-1}
      className={styles.item}
      onClick={isDisabled ? undefined : onPress}
    >
      <span>{name}</span>
    </button>
  );
}
