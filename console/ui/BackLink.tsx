import type { ReactNode } from "react";
import { Link } from "wouter";
import { Icon } from "../../web/ui/Icon.tsx";
import styles from "./BackLink.module.css";

type BackLinkProps = {
  to: string;
  /** The page was come from there: the browser's Back brings all of it back, with its place. */
  isBack?: boolean;
  children: ReactNode;
};

/** To the page that this one is a part of. */
export function BackLink({ to, isBack = false, children }: BackLinkProps) {
  return (
    <Link
      to={to}
      className={styles.back}
      onClick={(event) => {
        if (!isBack || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        history.back();
      }}
    >
      <Icon name="arrow-left" /> {children}
    </Link>
  );
}
