import { Link } from "wouter";
import type { Me } from "#contract/manage/accounts.ts";
import { t } from "../translate.ts";
import { Loaded } from "../ui/Loaded.tsx";
import { PageTitle } from "../ui/PageTitle.tsx";
import styles from "./ClientPage.module.css";
import { OpenClient } from "./OpenClient.tsx";
import { isClientGone, useClient } from "./use-client.ts";

type ClientPageProps = { clientId: string; me: Me };

/** One client: how far, what was answered as it comes in, and what is done about it. */
export function ClientPage({ clientId, me }: ClientPageProps) {
  const found = useClient(clientId);
  if (isClientGone(found.error)) return <GoneClient />;
  return (
    <div className={styles.page} data-awaited={found.data ? undefined : ""}>
      <Loaded query={found} shape="client">
        {(client) => <OpenClient client={client} me={me} />}
      </Loaded>
    </div>
  );
}

/** For a client who is not there, or another manager's. */
function GoneClient() {
  return (
    <div className={styles.gone}>
      <PageTitle title={t("client.gone")} />
      <p role="alert">{t("client.goneWhy")}</p>
      <p>
        <Link to="/">{t("shell.noPageBack")}</Link>
      </p>
    </div>
  );
}
