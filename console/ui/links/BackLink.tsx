import { Link } from "wouter";
import { Icon } from "../../../web/ui/Icon.tsx";
import styles from "./BackLink.module.css";

type BackLinkProps = {
  to: string;
  /**
   * Whether the user came from that page. The link then acts as the browser's Back, which restores the page and its
   * position.
   */
  isBack?: boolean;
  /** Whether the name appears only on hover. */
  isIconOnly?: boolean;
  children: string;
};

/** A link to the parent page. */
export function BackLink({ to, isBack = false, isIconOnly = false, children }: BackLinkProps) {
  return (
    <Link
      to={to}
      className={styles.back}
      data-icon-only={isIconOnly ? "" : undefined}
      title={isIconOnly ? children : undefined}
      onClick={(event) => {
        if (!isBack || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        history.back();
      }}
    >
      <Icon name="arrow-left" /> {isIconOnly ? <span className="visually-hidden">{children}</span> : children}
    </Link>
  );
}
