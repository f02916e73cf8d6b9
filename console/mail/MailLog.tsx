import { Link } from "wouter";
import type { MailLine } from "#contract/manage/mail/mail.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { Empty } from "../ui/Empty.tsx";
import { Instant } from "../ui/Instant.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { Table } from "../ui/Table.tsx";
import { MailState } from "./MailState.tsx";
import { wayOf } from "./mail-words.ts";
import { useMails } from "./use-mails.ts";

/** What was mailed about one's clients, newest first. */
export function MailLog() {
  const query = useMails();
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  return (
    <Loaded query={query} shape="table">
      {({ pages }) => (
        <>
          <Mails mails={pages.flatMap(({ mails }) => mails)} />
          {hasNextPage && (
            <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t("mails.more")}
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}

function Mails({ mails }: { mails: MailLine[] }) {
  if (mails.length === 0) return <Empty>{t("mails.none")}</Empty>;
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
          created: <Instant at={mail.createdAt} never="" />,
          state: <MailState mail={mail} />,
        },
      }))}
    />
  );
}
