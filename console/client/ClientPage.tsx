import type { Me } from "#contract/manage/accounts.ts";
import { Loaded } from "../ui/Loaded.tsx";
import styles from "./ClientPage.module.css";
import { GoneClient } from "./GoneClient.tsx";
import { OpenClient } from "./OpenClient.tsx";
import { isClientGone, useClient } from "./use-client.ts";

type ClientPageProps = { clientId: string; me: Me };

/** The page of one client: progress, answers as they come in, and what the manager does with them. */
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
