import type { Me } from "#contract/manage/accounts.ts";
import type { Client } from "#contract/manage/clients.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import { addressOf } from "../../api/call.ts";
import { NotesPart } from "../../notes/NotesPart.tsx";
import { Timeline } from "../../timeline/Timeline.tsx";
import { t } from "../../translate.ts";
import { FileLink } from "../../ui/FileLink.tsx";
import { Instant } from "../../ui/Instant.tsx";
import { ContactCard } from "../contact/ContactCard.tsx";
import type { useApproveRead } from "../follow-ups/use-approve-read.ts";
import type { RareAct } from "../head/rare-acts.ts";
import type { useRemindNow } from "../mail/use-client-mail.ts";
import type { QuestionReading } from "../reading/reading.ts";
import { KeyList } from "../settings/KeyList.tsx";
import { PinPart } from "../settings/PinPart.tsx";
import { SessionList } from "../settings/SessionList.tsx";
import styles from "./Beside.module.css";
import { Fold } from "./Fold.tsx";
import { NextCard } from "./NextCard.tsx";

type BesideProps = {
  client: Client;
  me: Me;
  questions: QuestionReading[] | undefined;
  reminding: ReturnType<typeof useRemindNow>;
  canRemind: boolean;
  approving: ReturnType<typeof useApproveRead>;
  onApproveRead: () => void;
  onAct: (act: RareAct) => void;
};

/** The side column: what a manager does with a client besides reading, most frequent first. */
export function Beside({ client, me, onAct, ...next }: BesideProps) {
  const { clientId, activeAt, lastSeenAt } = client;
  return (
    <aside className={styles.beside}>
      <NextCard client={client} {...next} onInvite={() => onAct("invite")} />
      <ContactCard client={client} onChange={() => onAct("change")} />
      <NotesPart clientId={clientId} me={me} />
      <div>
        <Fold title={t("client.timeline")} aside={<Instant at={activeAt} never="" />}>
          <Timeline clientId={clientId} />
        </Fold>
        <Fold title={t("client.signIn")} aside={<Instant at={lastSeenAt} never={t("clients.never")} />}>
          <KeyList client={client} />
          <SessionList client={client} />
          <PinPart client={client} />
        </Fold>
        <Fold title={t("client.data")}>
          <FileLink href={addressOf(manageEndpoints.archive, { params: { clientId } })}>
            {t("client.archive")}
          </FileLink>
        </Fold>
      </div>
    </aside>
  );
}
