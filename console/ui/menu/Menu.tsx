import type { ReactNode } from "react";
import styles from "./Menu.module.css";
import { useMenuKeys } from "./use-menu-keys.ts";

type MenuProps = { label: string; children: ReactNode };

/** A menu, whose items are reached by arrow keys. */
export function Menu({ label, children }: MenuProps) {
  const menu = useMenuKeys();
  return (
    <div ref={menu} role="menu" aria-label={label} className={styles.menu}>
      {children}
    </div>
  );
}
