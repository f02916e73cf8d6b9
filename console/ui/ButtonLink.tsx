import type { ReactNode } from "react";
import styles from "./ButtonLink.module.css";

type ButtonLinkProps = {
  href: string | undefined;
  download?: string;
  onPress?: () => void;
  children: ReactNode;
};

/** Leads out of the page, and is what somebody came to press. */
export function ButtonLink({ href, download, onPress, children }: ButtonLinkProps) {
  return (
    <a className={styles.link} href={href} download={download} onClick={onPress}>
      {children}
    </a>
  );
}
