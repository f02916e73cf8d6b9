import { listWords, numberWords } from "../../web/ui/language/spoken-language.ts";
import { type MessageId, t } from "../translate.ts";
import styles from "./Recipients.module.css";
import { isDone, type Recipient } from "./recipient.ts";

type RecipientsProps = {
  recipients: Recipient[];
  total: number;
  shownId: string;
  onShow: (clientId: string) => void;
};

const SHOWN = 4;
const NAMED = 5;

/** The first recipients. A click previews the email to one of them. Clients who get no email are named. */
export function Recipients({ recipients, total, shownId, onShow }: RecipientsProps) {
  const shown = recipients.slice(0, SHOWN);
  return (
    <fieldset className={styles.recipients}>
      <legend className={styles.legend}>{t("invite.to")}</legend>
      {shown.map(({ clientId, name, contact, email }) => (
        <button
          key={clientId}
          type="button"
          className={styles.recipient}
          aria-pressed={clientId === shownId}
          onClick={() => onShow(clientId)}
        >
          <bdi className={styles.who}>{contact ?? name}</bdi>
          <bdi className={styles.what}>{contact === null ? (email ?? "") : name}</bdi>
        </button>
      ))}
      {total > shown.length && shown.length > 0 && (
        <p className={styles.more}>{t("invite.more", { count: numberWords(total - shown.length) })}</p>
      )}
      <SkippedRecipients id="invite.noAddress" clients={recipients.filter(({ email }) => email === null)} />
      <SkippedRecipients
        id="invite.submitted"
        clients={recipients.filter((client) => client.email !== null && isDone(client))}
      />
    </fieldset>
  );
}

function SkippedRecipients({ id, clients }: { id: MessageId; clients: Recipient[] }) {
  if (clients.length === 0) return null;
  const names = clients.slice(0, NAMED).map(({ name }) => name);
  const rest = clients.length - names.length;
  const more = rest > 0 ? [t("invite.more", { count: numberWords(rest) })] : [];
  return (
    <p className={styles.skipped} role="note">
      {t(id, { names: listWords([...names, ...more]) })}
    </p>
  );
}
