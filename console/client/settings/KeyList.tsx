import { useState } from "react";
import type { AccessKeyFacts, Client, ClientHelper } from "#contract/manage/clients.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { IssuedKey } from "../../add-client/IssuedKey.tsx";
import { t } from "../../translate.ts";
import { OneTimeSecretDialog } from "../../ui/dialogs/OneTimeSecretDialog.tsx";
import { ErrorMessage } from "../../ui/ErrorMessage.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { RelativeTime } from "../../ui/time/RelativeTime.tsx";
import { useIssueKey, useRevokeKey } from "../use-client.ts";
import styles from "./KeyList.module.css";

type KeyListProps = { client: Client };

/**
 * The access keys by their public part; a new key is shown once. Below are the other ways in: device locks and helpers.
 */
export function KeyList({ client: { clientId, keys, links, helpers } }: KeyListProps) {
  const locks = links.filter(({ kind, state }) => kind === "passkey" && state === "live");
  const issuing = useIssueKey(clientId);
  const revoking = useRevokeKey(clientId);
  const [isClosed, setIsClosed] = useState(false);
  const issue = () => {
    setIsClosed(false);
    issuing.mutate();
  };
  return (
    <Panel isPlain title={t("keys.title")}>
      <ul className={styles.list}>
        {keys.map((key) => (
          <KeyLine key={key.keyId} accessKey={key} onRevoke={() => revoking.mutate(key.keyId)} />
        ))}
      </ul>
      <ErrorMessage error={issuing.error ?? revoking.error} />
      <Button size="small" icon="plus" busy={issuing.isPending} onClick={issue}>
        {t("keys.issue")}
      </Button>
      {locks.length > 0 && (
        <>
          <h3 className={styles.locks}>{t("keys.locks")}</h3>
          <p>{t("keys.locks.what")}</p>
          <ul className={styles.list}>
            {locks.map((lock) => (
              <KeyLine key={lock.keyId} accessKey={lock} onRevoke={() => revoking.mutate(lock.keyId)} />
            ))}
          </ul>
        </>
      )}
      {helpers.length > 0 && (
        <>
          <h3 className={styles.locks}>{t("keys.helpers")}</h3>
          <p>{t("keys.helpers.what")}</p>
          <ul className={styles.list}>
            {helpers.map((helper) => (
              <HelperLine key={helper.helperId} helper={helper} onEnd={() => revoking.mutate(helper.keyId)} />
            ))}
          </ul>
        </>
      )}
      {issuing.data && !isClosed && (
        <OneTimeSecretDialog title={t("keys.issued")} onClose={() => setIsClosed(true)}>
          <IssuedKey issued={issuing.data} />
        </OneTimeSecretDialog>
      )}
    </Panel>
  );
}

function HelperLine({ helper, onEnd }: { helper: ClientHelper; onEnd: () => void }) {
  const { name, section, seesAll, state, answers } = helper;
  return (
    <li className={styles.key} data-state={state === "ended" ? "revoked" : "live"}>
      <span>
        {[name, section].filter(Boolean).join(" · ")}
        <br />
        <small>
          {t(`keys.helpers.state.${state}`, { answers })}
          {seesAll && `, ${t("keys.helpers.all")}`}
        </small>
      </span>
      {state !== "ended" && (
        <Button size="small" variant="danger" onClick={onEnd}>
          {t("keys.helpers.end")}
          <span className="visually-hidden"> {name}</span>
        </Button>
      )}
    </li>
  );
}

function KeyLine({ accessKey, onRevoke }: { accessKey: AccessKeyFacts; onRevoke: () => void }) {
  const { keyId, state, expiresAt, lastUsedAt } = accessKey;
  return (
    <li className={styles.key} data-state={state}>
      <span>
        <code>{keyId}</code> {t(`keys.state.${state}`)}
        <br />
        <small>
          {state === "live" && (
            <>
              {t("keys.expires")} <RelativeTime at={expiresAt} never="" />,{" "}
            </>
          )}
          {t("keys.lastUsed")} <RelativeTime at={lastUsedAt} never={t("clients.never")} />
        </small>
      </span>
      {state === "live" && (
        <Button size="small" variant="danger" onClick={onRevoke}>
          {t("keys.revoke")}
          <span className="visually-hidden"> {keyId}</span>
        </Button>
      )}
    </li>
  );
}
