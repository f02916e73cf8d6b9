import type { CurrentManager } from "#contract/manage/accounts.ts";
import { QueryView } from "../ui/QueryView.tsx";
import { ClientNotFound } from "./ClientNotFound.tsx";
import styles from "./ClientPage.module.css";
import { OpenClient } from "./OpenClient.tsx";
import { useClient } from "./use-client.ts";

type ClientPageProps = { clientId: string; me: CurrentManager };

/** The page of one client: progress, answers as they come in, and what the manager does with them. */
export function ClientPage({ clientId, me }: ClientPageProps) {
  const found = useClient(clientId);
  if (found.isGone) return <ClientNotFound />;
  return (
    <div className={styles.page} data-awaited={found.data ? undefined : ""}>
      <QueryView query={found} shape="client">
        {(client) => <OpenClient client={client} me={me} />}
      </QueryView>
    </div>
  );
}
