import { useState } from "react";
import { Link } from "wouter";
import type { ListedInterview } from "#contract/manage/interviews.ts";
import { t } from "../translate.ts";
import { Table } from "../ui/Table.tsx";
import { RelativeTime } from "../ui/time/RelativeTime.tsx";
import { type InterviewAct, InterviewActDialog } from "./InterviewActDialog.tsx";
import { InterviewMenu } from "./InterviewMenu.tsx";

type InterviewTableProps = { interviews: ListedInterview[] };

/** All interviews, with retired ones last. */
export function InterviewTable({ interviews }: InterviewTableProps) {
  const [opened, setOpened] = useState<{ interviewId: string; act: InterviewAct }>();
  const retiredLast = interviews.toSorted(
    (one, other) => Number(one.retiredAt !== null) - Number(other.retiredAt !== null),
  );
  const interview = interviews.find(({ interviewId }) => interviewId === opened?.interviewId);
  return (
    <>
      <Table
        caption={t("interviews.title")}
        titles={t("interviews.column.name")}
        columns={{
          version: t("interviews.column.version"),
          published: t("interviews.column.published"),
          clients: t("interviews.column.clients"),
        }}
        rows={retiredLast.map((each) => ({
          id: each.interviewId,
          title: (
            <Link href={`/interviews/${each.interviewId}`}>
              <bdi>{each.name}</bdi>
            </Link>
          ),
          note: notesOf(each).join(" · "),
          cells: {
            version: each.version ?? t("interviews.unpublished"),
            published: <RelativeTime at={each.publishedAt} never="–" />,
            clients: each.clients,
          },
          acts: (
            <InterviewMenu
              interview={each}
              onAct={(act) => setOpened({ interviewId: each.interviewId, act })}
            />
          ),
        }))}
      />
      {opened && interview && (
        <InterviewActDialog
          key={opened.act}
          act={opened.act}
          interview={interview}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

function notesOf({ isDefault, hasDraft, version, retiredAt, source }: ListedInterview): string[] {
  return [
    ...(isDefault ? [t("interviews.note.default")] : []),
    ...(hasDraft && version !== null ? [t("interviews.note.draft")] : []),
    ...(retiredAt === null ? [] : [t("interviews.note.retired")]),
    ...(source === "console" ? [] : [t(`interviews.source.${source}`)]),
  ];
}
