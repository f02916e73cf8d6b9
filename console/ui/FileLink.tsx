import type { ReactNode } from "react";
import styles from "./FileLink.module.css";

type FileLinkProps = {
  href: string;
  /** To be read here rather than kept. */
  opens?: boolean;
  children: ReactNode;
};

/** A file that the server makes. */
export function FileLink({ href, opens = false, children }: FileLinkProps) {
  const how = opens ? { target: "_blank", rel: "noreferrer" } : { download: "" };
  return (
    <a className={styles.link} href={href} {...how}>
      {children}
    </a>
  );
}
