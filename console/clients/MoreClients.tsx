import { useRef } from "react";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import styles from "./MoreClients.module.css";

type MoreClientsProps = {
  shown: number;
  total: number;
  hasMore: boolean;
  isLoading: boolean;
  /** Settles when the next clients are there; true where they were the last. */
  onMore: () => Promise<boolean>;
};

/** How many clients of how many are shown, and the way to the next. */
export function MoreClients({ shown, total, hasMore, isLoading, onMore }: MoreClientsProps) {
  const place = useRef<HTMLParagraphElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  // the button goes with the last clients, and would take the keyboard's place in the page with it
  const showMore = async () => {
    const isLast = await onMore();
    const focused = document.activeElement;
    if (isLast && (focused === button.current || focused === document.body)) place.current?.focus();
  };

  return (
    <div className={styles.more}>
      {/* without clients the list says so itself, in sight */}
      <p ref={place} role="status" tabIndex={-1} className={total === 0 ? "visually-hidden" : styles.shown}>
        {t("clients.shown", { shown, total })}
      </p>
      {hasMore && (
        <Button ref={button} size="small" busy={isLoading} onClick={() => void showMore()}>
          {t("clients.more")}
        </Button>
      )}
    </div>
  );
}
