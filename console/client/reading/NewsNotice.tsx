import { useRef } from "react";
import { Button } from "../../../web/ui/Button.tsx";
import { t } from "../../translate.ts";
import { ErrorMessage } from "../../ui/ErrorMessage.tsx";
import { useNow } from "../../ui/time/use-now.ts";
import { usePhone } from "../../ui/use-phone.ts";
import styles from "./NewsNotice.module.css";
import { lookedWords } from "./read-marker-words.ts";
import type { News } from "./use-news.ts";

type NewsNoticeProps = {
  news: News | undefined;
  /** The number of unread questions. */
  unread: number;
  onNextUnread: () => void;
};

/**
 * The number of changes since the last visit. The status element is always rendered, so that screen readers announce
 * new changes.
 */
export function NewsNotice({ news, unread, onNextUnread }: NewsNoticeProps) {
  const now = useNow();
  const isPhone = usePhone();
  const words = useRef<HTMLParagraphElement>(null);
  // the focused button is gone by then
  const clear = () => news?.clear(() => words.current?.focus());
  const hasNews = news !== undefined && news.changes.length > 0;
  return (
    <div className={styles.notice} data-has-news={hasNews ? "" : undefined}>
      <p ref={words} role="status" tabIndex={-1} className={styles.words}>
        {news && newsWords(news, now)}
      </p>
      {hasNews && (
        <div className={styles.actions}>
          {isPhone && unread > 0 && (
            <Button size="small" variant="quiet" icon="chevron-down" onClick={onNextUnread}>
              {t("client.nextNew")}
            </Button>
          )}
          <Button size="small" variant="quiet" onClick={clear}>
            {t("news.clear")}
          </Button>
        </div>
      )}
      <ErrorMessage error={news?.error ?? null} />
    </div>
  );
}

function newsWords({ changes, lookedAt }: News, now: number): string {
  const count = changes.length;
  if (lookedAt === null) return count === 0 ? "" : t("news.sinceOpened", { count });
  const when = lookedWords(lookedAt, now);
  return count === 0 ? t("news.none", { when }) : t("news.count", { count, when });
}
