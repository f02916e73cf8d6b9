import type { MailLine } from "#contract/manage/mail/mail.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { MailState } from "../../mail/MailState.tsx";
import { wayOf } from "../../mail/mail-words.ts";
import { useMails } from "../../mail/use-mails.ts";
import { t } from "../../translate.ts";
import { Instant } from "../../ui/Instant.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import styles from "./ClientMails.module.css";

type ClientMailsProps = { clientId: string };

/** What was mailed to one client, and about them, newest first. */
export function ClientMails({ clientId }: ClientMailsProps) {
  const query = useMails(clientId);
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  return (
    <>
      <Loaded query={query} isPart>
        {({ pages }) => <Mails mails={pages.flatMap(({ mails }) => mails)} />}
      </Loaded>
      {hasNextPage && (
        <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("mails.more")}
        </Button>
      )}
    </>
  );
}

function Mails({ mails }: { mails: MailLine[] }) {
  return (
    mails.length > 0 && (
      <ul className={styles.mails} aria-label={t("mails.title")}>
        {mails.map((mail) => (
          <Line key={mail.mailId} mail={mail} />
        ))}
      </ul>
    )
  );
}

function Line({ mail }: { mail: MailLine }) {
  return (
    <li>
      {t(`mails.kind.${mail.kind}`)}
      <br />
      <small>
        <bdi>{wayOf(mail)}</bdi>, <Instant at={mail.createdAt} never="" />
      </small>
      <br />
      <MailState mail={mail} />
    </li>
  );
}
