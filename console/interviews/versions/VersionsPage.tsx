import { useState } from "react";
import { useLocation } from "wouter";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { InterviewVersions, ListedInterview } from "#contract/manage/interviews.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { addressOf } from "../../api/call.ts";
import { NotFoundPage } from "../../shell/NotFoundPage.tsx";
import { t } from "../../translate.ts";
import { BackLink } from "../../ui/links/BackLink.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { QueryView } from "../../ui/QueryView.tsx";
import { Table } from "../../ui/Table.tsx";
import { RelativeTime } from "../../ui/time/RelativeTime.tsx";
import { useVersions } from "../use-interview-acts.ts";
import { useInterviews } from "../use-interviews.ts";
import { CompareVersionsDialog } from "./CompareVersionsDialog.tsx";
import { RestoreVersionDialog } from "./RestoreVersionDialog.tsx";
import styles from "./VersionsPage.module.css";

type VersionsPageProps = { interviewId: string };

/** All versions of an interview, the newest first. */
export function VersionsPage({ interviewId }: VersionsPageProps) {
  const interviews = useInterviews();
  const versions = useVersions(interviewId);
  return (
    <>
      <BackLink to="/interviews">{t("interviews.title")}</BackLink>
      <QueryView query={interviews} shape="table">
        {(all) => {
          const interview = all.find((each) => each.interviewId === interviewId);
          if (!interview) return <NotFoundPage />;
          return (
            <>
              <PageTitle title={t("interviews.versionsOf", { name: interview.name })} />
              <QueryView query={versions} shape="table">
                {(listed) => <VersionTable interview={interview} versions={listed.versions} />}
              </QueryView>
            </>
          );
        }}
      </QueryView>
    </>
  );
}

type VersionTableProps = { interview: ListedInterview; versions: InterviewVersions["versions"] };

function VersionTable({ interview, versions }: VersionTableProps) {
  const { interviewId, version: current, source } = interview;
  const [restored, setRestored] = useState<number>();
  const [compared, setCompared] = useState<number>();
  const [, go] = useLocation();
  return (
    <>
      <Table
        caption={t("interviews.versions")}
        titles={t("interviews.column.version")}
        columns={{
          published: t("interviews.column.published"),
          by: t("interviews.column.by"),
          note: t("interviews.column.note"),
          submitted: t("interviews.column.submitted"),
        }}
        rows={versions.map(({ number, publishedAt, publishedByName, note, submitted }) => ({
          id: String(number),
          title: t("interviews.versionNumber", { number }),
          note: number === current ? t("interviews.note.current") : undefined,
          cells: {
            published: <RelativeTime at={publishedAt} never="–" />,
            by: publishedByName ?? "–",
            note: note ?? "–",
            submitted,
          },
          acts: (
            <div className={styles.acts}>
              <a
                href={addressOf(manageEndpoints.exportInterviewVersion, { params: { interviewId, number } })}
                download=""
              >
                {t("interviews.download")}
                <span className="visually-hidden">: {number}</span>
              </a>
              {versions.length > 1 && (
                <Button size="small" onClick={() => setCompared(number)}>
                  {t("interviews.compare")}
                  <span className="visually-hidden">: {number}</span>
                </Button>
              )}
              {source === "console" && number !== current && (
                <Button size="small" onClick={() => setRestored(number)}>
                  {t("interviews.restore")}
                  <span className="visually-hidden">: {number}</span>
                </Button>
              )}
            </div>
          ),
        }))}
      />
      {compared !== undefined && (
        <CompareVersionsDialog
          interviewId={interviewId}
          versions={versions}
          number={compared}
          onClose={() => setCompared(undefined)}
        />
      )}
      {restored !== undefined && (
        <RestoreVersionDialog
          interview={interview}
          number={restored}
          onClose={() => setRestored(undefined)}
          onRestored={() => go(`/interviews/${interviewId}`)}
        />
      )}
    </>
  );
}
