import { Link } from "wouter";
import type { MailLine } from "#contract/manage/mail/mail.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { ChipSelect } from "../ui/chips/ChipSelect.tsx";
import { FilterBar } from "../ui/chips/FilterBar.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { QueryView } from "../ui/QueryView.tsx";
import { Table } from "../ui/Table.tsx";
import { RelativeTime } from "../ui/time/RelativeTime.tsx";
import { MailState } from "./MailState.tsx";
import { wayOf } from "./mail-words.ts";
import { useMailSelection } from "./use-mail-selection.ts";
import { useMails } from "./use-mails.ts";

/** The log of emails about the manager's clients, newest first. */
export function MailLog() {
  const { selection, choose } = useMailSelection();
  const query = useMails(selection);
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  return (
    <>
      <FilterBar label={t("mails.filters")}>
        <ChipSelect
          label={t("mails.show")}
          options={[
            { value: "", label: t("mails.show.all") },
            { value: "failed", label: t("mails.show.failed") },
          ]}
          value={selection.delivery ?? ""}
          onChange={choose}
        />
      </FilterBar>
      <QueryView query={query} shape="table">
        {({ pages }) => (
          <>
            <Mails isFailed={selection.delivery === "failed"} mails={pages.flatMap(({ mails }) => mails)} />
            {hasNextPage && (
              <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t("mails.more")}
              </Button>
            )}
          </>
        )}
      </QueryView>
    </>
  );
}

function Mails({ mails, isFailed }: { mails: MailLine[]; isFailed: boolean }) {
  if (mails.length === 0) return <EmptyState>{t(isFailed ? "mails.noneFailed" : "mails.none")}</EmptyState>;
  return (
    <Table
      caption={t("mails.title")}
      titles={t("mails.kind")}
      columns={{ client: t("mails.client"), created: t("mails.created"), state: t("mails.state") }}
      rows={mails.map((mail) => ({
        id: mail.mailId,
        title: t(`mails.kind.${mail.kind}`),
        note: <bdi>{wayOf(mail)}</bdi>,
        cells: {
          client: mail.clientId !== null && (
            <Link to={`/clients/${mail.clientId}`}>
              <bdi>{mail.clientName}</bdi>
            </Link>
          ),
          created: <RelativeTime at={mail.createdAt} never="" />,
          state: <MailState mail={mail} />,
        },
      }))}
    />
  );
}
