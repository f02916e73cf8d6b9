import { useRef } from "react";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { Failure } from "../ui/Failure.tsx";
import { useNow } from "../ui/use-now.ts";
import { goToQuestion } from "./follow-ups/go-to-question.ts";
import styles from "./NewsNotice.module.css";
import { lookedWords } from "./read-marker-words.ts";
import type { News } from "./use-news.ts";

type NewsNoticeProps = { news: News | undefined };

/** How much is other than at the last visit; its place is there before, so that readers hear what comes in. */
export function NewsNotice({ news }: NewsNoticeProps) {
  const now = useNow();
  const words = useRef<HTMLParagraphElement>(null);
  const first = news?.changes[0];
  // the keyboard's focus was on the button that is gone by then
  const clear = () => news?.clear(() => words.current?.focus());
  return (
    <div className={styles.notice} data-has-news={first ? "" : undefined}>
      <p ref={words} role="status" tabIndex={-1} className={styles.words}>
        {news && newsWords(news, now)}
      </p>
      {first && (
        <div className={styles.actions}>
          <Button size="small" icon="chevron-down" onClick={() => goToQuestion(first.questionId)}>
            {t("news.first")}
          </Button>
          <Button size="small" variant="quiet" onClick={clear}>
            {t("news.clear")}
          </Button>
        </div>
      )}
      <Failure error={news?.error ?? null} />
    </div>
  );
}

function newsWords({ changes, lookedAt }: News, now: number): string {
  const count = changes.length;
  if (lookedAt === null) return count === 0 ? "" : t("news.sinceOpened", { count });
  const when = lookedWords(lookedAt, now);
  return count === 0 ? t("news.none", { when }) : t("news.count", { count, when });
}
