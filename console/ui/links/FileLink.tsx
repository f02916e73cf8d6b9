import type { ReactNode } from "react";
import styles from "./FileLink.module.css";

type FileLinkProps = {
  href: string;
  /** Opens the file in a new tab instead of downloading it. */
  opens?: boolean;
  children: ReactNode;
};

/** A link to a file from the server. */
export function FileLink({ href, opens = false, children }: FileLinkProps) {
  const how = opens ? { target: "_blank", rel: "noreferrer" } : { download: "" };
  return (
    <a className={styles.link} href={href} {...how}>
      {children}
    </a>
  );
}
