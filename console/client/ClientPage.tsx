import { languageNames } from "#contract/languages.ts";
import type { Me } from "#contract/manage/accounts.ts";
import type { Client } from "#contract/manage/clients.ts";
import { ProgressBar } from "../../web/ui/feedback/ProgressBar.tsx";
import { spoken } from "../../web/ui/language/spoken-language.ts";
import { StateMark } from "../clients/StateMark.tsx";
import { NotesPart } from "../notes/NotesPart.tsx";
import { t } from "../translate.ts";
import { Instant } from "../ui/Instant.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { PageTitle } from "../ui/PageTitle.tsx";
import { AnswersBySection } from "./answers/AnswersBySection.tsx";
import { BackToList } from "./BackToList.tsx";
import { BriefLinks } from "./BriefLinks.tsx";
import styles from "./ClientPage.module.css";
import { NewsNotice } from "./NewsNotice.tsx";
import { ClientSettings } from "./settings/ClientSettings.tsx";
import { isClientGone, useClient } from "./use-client.ts";
import { useNews } from "./use-news.ts";

type ClientPageProps = { clientId: string; me: Me };

/** One client: how far, what was answered as it comes in, keys, and what can be taken away. */
export function ClientPage({ clientId, me }: ClientPageProps) {
  const found = useClient(clientId);
  return (
    <>
      <BackToList />
      {isClientGone(found.error) && <PageTitle title={t("client.gone")} />}
      <Loaded query={found} shape="client">
        {(client) => <OpenClient client={client} me={me} />}
      </Loaded>
    </>
  );
}

function OpenClient({ client, me }: { client: Client; me: Me }) {
  const { name, email, language, managerName, completed, total, percent, lastSeenAt, submittedAt } = client;
  const news = useNews(client);
  return (
    <>
      <PageTitle title={name} actions={<BriefLinks clientId={client.clientId} />} />
      <div className={styles.facts}>
        <StateMark client={client} />
        <span className={styles.progress}>
          <ProgressBar label={t("clients.progress", { completed, total })} value={percent} />
          {t("clients.progress", { completed, total })}
        </span>
        {language !== null && language !== spoken() && (
          <span>
            {t("client.language")}: <span lang={language}>{languageNames[language]}</span>
          </span>
        )}
        {email && <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>}
        <span>
          {t("clients.column.lastSeen")}: <Instant at={lastSeenAt} never={t("clients.never")} />
        </span>
        {me.role === "administrator" && (
          <span>
            {t("clients.column.manager")}: <bdi>{managerName ?? t("clients.nobody")}</bdi>
          </span>
        )}
        {submittedAt && (
          <span>
            {t("client.submitted")} <Instant at={submittedAt} never="" />
          </span>
        )}
      </div>
      <NewsNotice news={news} />
      <div className={styles.columns}>
        <AnswersBySection client={client} changes={news?.changes ?? []} />
        <aside className={styles.beside}>
          <NotesPart clientId={client.clientId} me={me} />
          <ClientSettings client={client} me={me} />
        </aside>
      </div>
    </>
  );
}
