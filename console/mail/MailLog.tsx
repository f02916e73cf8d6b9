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
      heads={[t("mails.kind"), t("mails.client"), t("mails.created"), t("mails.state")]}
    >
      {mails.map((mail) => (
        <Line key={mail.mailId} mail={mail} />
      ))}
    </Table>
  );
}

function Line({ mail }: { mail: MailLine }) {
  const { kind, clientId, clientName, createdAt } = mail;
  return (
    <tr>
      <th scope="row">
        {t(`mails.kind.${kind}`)}
        <br />
        <small>
          <bdi>{wayOf(mail)}</bdi>
        </small>
      </th>
      <td>
        {clientId !== null && (
          <Link to={`/clients/${clientId}`}>
            <bdi>{clientName}</bdi>
          </Link>
        )}
      </td>
      <td>
        <Instant at={createdAt} never="" />
      </td>
      <td>
        <MailState mail={mail} />
      </td>
    </tr>
  );
}
