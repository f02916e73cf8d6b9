import type { ReactNode } from "react";
import styles from "./ButtonLink.module.css";

type ButtonLinkProps = {
  href: string | undefined;
  download?: string;
  onPress?: () => void;
  children: ReactNode;
};

/** A link that looks like a button, for the main action of a page. */
export function ButtonLink({ href, download, onPress, children }: ButtonLinkProps) {
  return (
    <a className={styles.link} href={href} download={download} onClick={onPress}>
      {children}
    </a>
  );
}
