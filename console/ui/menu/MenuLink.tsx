import styles from "./Menu.module.css";

type MenuLinkProps = {
  name: string;
  href: string;
  /** Opens the file in a new tab instead of downloading it. */
  isOpened?: boolean;
  onPress: () => void;
};

/** A menu item that links to a file from the server. */
export function MenuLink({ name, href, isOpened = false, onPress }: MenuLinkProps) {
  const how = isOpened ? { target: "_blank", rel: "noreferrer" } : { download: "" };
  return (
    <a role="menuitem" tabIndex={-1} className={styles.item} href={href} onClick={onPress} {...how}>
      <span>{name}</span>
    </a>
  );
}
