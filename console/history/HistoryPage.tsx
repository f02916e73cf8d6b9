import { useSearchParams } from "wouter";
import type { Client } from "#contract/manage/clients.ts";
import type { HistoryStep } from "#contract/manage/history.ts";
import { ClientNotFound } from "../client/ClientNotFound.tsx";
import { useClient } from "../client/use-client.ts";
import { t } from "../translate.ts";
import { BackLink } from "../ui/links/BackLink.tsx";
import { PageTitle } from "../ui/PageTitle.tsx";
import { QueryView } from "../ui/QueryView.tsx";
import { chosenSteps, NOTHING } from "./chosen-steps.ts";
import styles from "./HistoryPage.module.css";
import { RecordComparison } from "./RecordComparison.tsx";
import { RestoreVersionButton } from "./RestoreVersionButton.tsx";
import { useHistory } from "./use-history.ts";
import { VersionField } from "./VersionField.tsx";

type HistoryPageProps = { clientId: string };

/** Compares any two versions of a client's record, which the URL names. */
export function HistoryPage({ clientId }: HistoryPageProps) {
  const found = useClient(clientId);
  const history = useHistory(clientId);
  if (found.isGone) return <ClientNotFound />;
  return (
    <div className={styles.page}>
      <QueryView query={found}>
        {(client) => (
          <>
            <BackLink to={`/clients/${clientId}`}>{client.name}</BackLink>
            <PageTitle title={t("history.of", { name: client.name })} />
            <QueryView query={history} isPart>
              {(steps) => <VersionComparison client={client} steps={steps} />}
            </QueryView>
          </>
        )}
      </QueryView>
    </div>
  );
}

function VersionComparison({ client, steps }: { client: Client; steps: HistoryStep[] }) {
  const { clientId } = client;
  const [params, setParams] = useSearchParams();
  const chosen = chosenSteps(steps, params);
  if (!chosen) return <p>{t("history.none")}</p>;
  const { from, to, isThinned } = chosen;
  const revisions = { from: from?.revision ?? NOTHING, to: to.revision };
  const choose = (changed: Partial<typeof revisions>) =>
    setParams(Object.entries({ ...revisions, ...changed }).map(([name, value]) => [name, String(value)]));
  /** Shows what restoring an earlier version has changed. */
  const showRestored = (revision: number) => choose({ from: steps[0]?.revision ?? NOTHING, to: revision });
  return (
    <>
      {isThinned && <p role="status">{t("history.thinned")}</p>}
      <div className={styles.versions}>
        <VersionField
          label={t("history.from")}
          steps={steps}
          chosen={from}
          hasNothing
          onChoose={(revision) => choose({ from: revision })}
        />
        <VersionField
          label={t("history.to")}
          steps={steps}
          chosen={to}
          onChoose={(revision) => choose({ to: revision })}
        />
      </div>
      <RecordComparison client={client} {...revisions} />
      {from && !from.isRecord && (
        <RestoreVersionButton clientId={clientId} step={from} onRestored={showRestored} />
      )}
    </>
  );
}
