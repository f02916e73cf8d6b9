import { Link } from "wouter";
import type { MailLine } from "#contract/manage/mail.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { Empty } from "../ui/Empty.tsx";
import { Failure } from "../ui/Failure.tsx";
import { Instant } from "../ui/Instant.tsx";
import { Table } from "../ui/Table.tsx";
import { MailState } from "./MailState.tsx";
import { wayOf } from "./mail-words.ts";
import { useMails } from "./use-mails.ts";

/** What was mailed about one's clients, newest first. */
export function MailLog() {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useMails();
  const mails = data?.pages.flatMap((page) => page.mails) ?? [];
  return (
    <>
      <Failure error={error} />
      {data && mails.length === 0 && <Empty>{t("mails.none")}</Empty>}
      {mails.length > 0 && (
        <Table caption={t("mails.title")}>
          <thead>
            <tr>
              <th scope="col">{t("mails.kind")}</th>
              <th scope="col">{t("mails.client")}</th>
              <th scope="col">{t("mails.created")}</th>
              <th scope="col">{t("mails.state")}</th>
            </tr>
          </thead>
          <tbody>
            {mails.map((mail) => (
              <Line key={mail.mailId} mail={mail} />
            ))}
          </tbody>
        </Table>
      )}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("mails.more")}
        </Button>
      )}
    </>
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
        <Link to={`/clients/${clientId}`}>
          <bdi>{clientName}</bdi>
        </Link>
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
