import type { CurrentManager } from "#contract/manage/accounts.ts";
import type { Client } from "#contract/manage/clients.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { addressOf } from "../../api/call.ts";
import { NotesPanel } from "../../notes/NotesPanel.tsx";
import { Timeline } from "../../timeline/Timeline.tsx";
import { t } from "../../translate.ts";
import { FileLink } from "../../ui/links/FileLink.tsx";
import { RelativeTime } from "../../ui/time/RelativeTime.tsx";
import { ContactCard } from "../contact/ContactCard.tsx";
import type { useApproveRead } from "../follow-ups/use-approve-read.ts";
import type { RareAct } from "../head/rare-acts.ts";
import type { useRemindNow } from "../mail/use-client-mail.ts";
import type { QuestionReading } from "../reading/reading.ts";
import { KeyList } from "../settings/KeyList.tsx";
import { PinPanel } from "../settings/PinPanel.tsx";
import { SessionList } from "../settings/SessionList.tsx";
import styles from "./ClientSidebar.module.css";
import { Disclosure } from "./Disclosure.tsx";
import { NextCard } from "./NextCard.tsx";

type ClientSidebarProps = {
  client: Client;
  me: CurrentManager;
  questions: QuestionReading[] | undefined;
  reminding: ReturnType<typeof useRemindNow>;
  canRemind: boolean;
  approving: ReturnType<typeof useApproveRead>;
  onApproveRead: () => void;
  onAct: (act: RareAct) => void;
};

/** The side column: what a manager does with a client besides reading, most frequent first. */
export function ClientSidebar({ client, me, onAct, ...next }: ClientSidebarProps) {
  const { clientId, activeAt, lastSeenAt } = client;
  return (
    <aside className={styles.beside}>
      <NextCard client={client} {...next} onInvite={() => onAct("invite")} />
      <ContactCard client={client} onChange={() => onAct("change")} />
      <NotesPanel clientId={clientId} me={me} />
      <div>
        <Disclosure title={t("client.timeline")} aside={<RelativeTime at={activeAt} never="" />}>
          <Timeline clientId={clientId} />
        </Disclosure>
        <Disclosure
          title={t("client.signIn")}
          aside={<RelativeTime at={lastSeenAt} never={t("clients.never")} />}
        >
          <KeyList client={client} />
          <SessionList client={client} />
          <PinPanel client={client} />
        </Disclosure>
        <Disclosure title={t("client.data")}>
          <FileLink href={addressOf(manageEndpoints.archive, { params: { clientId } })}>
            {t("client.archive")}
          </FileLink>
        </Disclosure>
      </div>
    </aside>
  );
}
