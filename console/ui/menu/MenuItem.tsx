import styles from "./Menu.module.css";

type MenuItemProps = { name: string; isDisabled?: boolean; onPress: () => void };

/** A menu item. Arrow keys also reach a disabled item, so that screen readers announce it. */
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
