import { useState } from "react";
import type { Me } from "#contract/manage/accounts.ts";
import type { Client } from "#contract/manage/clients.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { Button } from "../../../web/ui/Button.tsx";
import { addressOf } from "../../api/call.ts";
import { HistoryDialog } from "../../history/HistoryDialog.tsx";
import { t } from "../../translate.ts";
import { Part } from "../../ui/Part.tsx";
import { ClientMailPart } from "../mail/ClientMailPart.tsx";
import { ChangeClientDialog } from "./ChangeClientDialog.tsx";
import styles from "./ClientSettings.module.css";
import { EraseDialog } from "./EraseDialog.tsx";
import { KeyList } from "./KeyList.tsx";
import { PinPart } from "./PinPart.tsx";
import { SessionList } from "./SessionList.tsx";

type ClientSettingsProps = { client: Client; me: Me };

/** What a manager does with a client beside reading. */
export function ClientSettings({ client, me }: ClientSettingsProps) {
  const { clientId } = client;
  const [opened, setOpened] = useState<"change" | "erase" | "history">();
  const close = () => setOpened(undefined);
  return (
    <div className={styles.settings}>
      <KeyList client={client} />
      <SessionList client={client} />
      <PinPart client={client} />
      <ClientMailPart clientId={clientId} />
      <Part title={t("client.data")}>
        <Button icon="pencil" onClick={() => setOpened("change")}>
          {t("client.change")}
        </Button>
        <Button onClick={() => setOpened("history")}>{t("history.title")}</Button>
        <a
          className={styles.archive}
          href={addressOf(manageEndpoints.archive, { params: { clientId } })}
          download
        >
          {t("client.archive")}
        </a>
        <Button variant="danger" icon="trash" onClick={() => setOpened("erase")}>
          {t("client.erase")}
        </Button>
      </Part>
      {opened === "change" && <ChangeClientDialog client={client} me={me} onClose={close} />}
      {opened === "history" && <HistoryDialog client={client} onClose={close} />}
      {opened === "erase" && <EraseDialog client={client} onClose={close} />}
    </div>
  );
}
