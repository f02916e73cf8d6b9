import { Link } from "wouter";
import { Icon } from "../../web/ui/Icon.tsx";
import styles from "./BackLink.module.css";

type BackLinkProps = {
  to: string;
  /** The page was come from there: the browser's Back brings all of it back, with its place. */
  isBack?: boolean;
  /** Its name is seen on hover alone. */
  isIconOnly?: boolean;
  children: string;
};

/** To the page that this one is a part of. */
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
