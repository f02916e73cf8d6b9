import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import styles from "./Pages.module.css";

type PagesProps = { page: number; pages: number; onGo: (page: number) => void };

export function Pages({ page, pages, onGo }: PagesProps) {
  if (pages <= 1) return null;
  return (
    <nav className={styles.pages} aria-label={t("pages.label")}>
      <Button size="small" icon="arrow-left" disabled={page <= 1} onClick={() => onGo(page - 1)}>
        {t("pages.before")}
      </Button>
      <span role="status">{t("pages.place", { page, pages })}</span>
      <Button size="small" icon="arrow-right" disabled={page >= pages} onClick={() => onGo(page + 1)}>
        {t("pages.next")}
      </Button>
    </nav>
  );
}
