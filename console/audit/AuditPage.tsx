import type { Me } from "#contract/manage/accounts.ts";
import type { AuditLine } from "#contract/manage/audit.ts";
import { Button } from "../../web/ui/Button.tsx";
import { auditedSetting, settingChangeText } from "../settings/audited-setting.ts";
import { RestoreSetting } from "../settings/RestoreSetting.tsx";
import { t } from "../translate.ts";
import { Instant } from "../ui/Instant.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { PageTitle } from "../ui/PageTitle.tsx";
import { Table } from "../ui/Table.tsx";
import styles from "./AuditPage.module.css";
import { useAudit } from "./use-audit.ts";

type AuditPageProps = { me: Me };

/** Who did what to whom, newest first, for administrators. */
export function AuditPage({ me }: AuditPageProps) {
  const query = useAudit();
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  return (
    <>
      <PageTitle title={t("audit.title")} />
      <p>{t("audit.what")}</p>
      <Loaded query={query} shape="table">
        {({ pages }) => <Lines lines={pages.flatMap(({ lines }) => lines)} me={me} />}
      </Loaded>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("audit.more")}
        </Button>
      )}
    </>
  );
}

function Lines({ lines, me }: { lines: AuditLine[]; me: Me }) {
  return (
    <Table
      caption={t("audit.title")}
      heads={[
        t("audit.at"),
        t("audit.kind"),
        t("audit.actor"),
        t("audit.client"),
        t("audit.detail"),
        t("audit.address"),
      ]}
    >
      {lines.map((line) => (
        <Line key={line.eventId} line={line} me={me} />
      ))}
    </Table>
  );
}

function Line({ line, me }: { line: AuditLine; me: Me }) {
  const audited = auditedSetting(line);
  const { eventId, at, kind, actor, actorName, clientId, clientName, keyId, detail, address } = line;
  return (
    <tr>
      <td>
        <Instant at={at} never="" />
      </td>
      {/* stored in English, and sealed so */}
      <th scope="row" lang="en">
        {kind}
      </th>
      <td>
        <bdi lang={actorName === null ? "en" : undefined}>{actorName ?? actor}</bdi>
      </td>
      <td>
        <bdi>{clientName ?? clientId ?? ""}</bdi>
      </td>
      {audited ? (
        <td className={styles.setting}>
          <span lang="en">{settingChangeText(audited)}</span>
          <RestoreSetting me={me} eventId={eventId} audited={audited} />
        </td>
      ) : (
        <td lang="en">{[keyId, detail].filter(Boolean).join(", ")}</td>
      )}
      <td>{address ?? ""}</td>
    </tr>
  );
}
