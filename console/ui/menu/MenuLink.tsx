import styles from "./Menu.module.css";

type MenuLinkProps = {
  name: string;
  href: string;
  /** To be read in another tab rather than kept as a file. */
  isOpened?: boolean;
  onPress: () => void;
};

/** An item of a menu that leads to a file of the server. */
export function MenuLink({ name, href, isOpened = false, onPress }: MenuLinkProps) {
  const how = isOpened ? { target: "_blank", rel: "noreferrer" } : { download: "" };
  return (
    <a role="menuitem" tabIndex={-1} className={styles.item} href={href} onClick={onPress} {...how}>
      <span>{name}</span>
    </a>
  );
}
