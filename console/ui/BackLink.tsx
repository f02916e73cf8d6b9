import type { ReactNode } from "react";
import { Link } from "wouter";
import { Icon } from "../../web/ui/Icon.tsx";
import styles from "./BackLink.module.css";

type BackLinkProps = { to: string; children: ReactNode };

/** To the page that this one is a part of. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <Link to={to} className={styles.back}>
      <Icon name="arrow-left" /> {children}
    </Link>
  );
}
