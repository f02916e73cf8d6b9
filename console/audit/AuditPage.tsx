import type { CurrentManager } from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { Button } from "../../web/ui/Button.tsx";
import { addressOf } from "../api/call.ts";
import { t } from "../translate.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { FileLink } from "../ui/links/FileLink.tsx";
import { PageTitle } from "../ui/PageTitle.tsx";
import { QueryView } from "../ui/QueryView.tsx";
import { byDay } from "../ui/time/by-day.ts";
import { AuditDay } from "./AuditDay.tsx";
import { AuditFilters } from "./AuditFilters.tsx";
import styles from "./AuditPage.module.css";
import { useAudit } from "./use-audit.ts";
import { useAuditQuery } from "./use-audit-query.ts";

type AuditPageProps = { me: CurrentManager };

/** The audit trail for administrators, newest first. */
export function AuditPage({ me }: AuditPageProps) {
  const { filters, query, change } = useAuditQuery();
  const audit = useAudit(query);
  const { hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = audit;
  const lines = audit.data?.pages.flatMap((page) => page.lines) ?? [];
  return (
    <>
      <PageTitle
        title={t("audit.title")}
        actions={
          <FileLink href={addressOf(manageEndpoints.exportAudit, { query })}>{t("audit.csv")}</FileLink>
        }
      />
      <p className={styles.what}>{t("audit.what")}</p>
      <AuditFilters filters={filters} lines={lines} onChange={change} />
      <QueryView query={audit} shape="table">
        {() =>
          lines.length === 0 ? (
            <EmptyState>{t("audit.none")}</EmptyState>
          ) : (
            <div className={styles.days} data-old={isPlaceholderData ? "" : undefined}>
              {byDay(lines).map(({ day, entries: ofDay }) => (
                <AuditDay key={day} lines={ofDay} me={me} />
              ))}
            </div>
          )
        }
      </QueryView>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("audit.earlier")}
        </Button>
      )}
    </>
  );
}
