import { type MessageKind, messageKinds } from "#contract/manage/webhooks/webhook-messages.ts";
import { t } from "../translate.ts";
import styles from "./KindFields.module.css";

const ALL = Object.keys(messageKinds) as MessageKind[];

/** The former name of another kind, kept for receivers that still use it. */
const EARLIER: MessageKind = "answer.asked_back";

type KindFieldsProps = { chosen: MessageKind[]; onChange: (kinds: MessageKind[]) => void };

/** Chooses the kinds of messages that a webhook gets. */
export function KindFields({ chosen, onChange }: KindFieldsProps) {
  const turned = (kind: MessageKind) =>
    ALL.filter((each) => (each === kind ? !chosen.includes(kind) : chosen.includes(each)));
  return (
    <fieldset className={styles.kinds}>
      <legend>{t("webhooks.kinds")}</legend>
      {ALL.filter((kind) => kind !== EARLIER || chosen.includes(kind)).map((kind) => (
        <label key={kind} className={styles.kind}>
          <input type="checkbox" checked={chosen.includes(kind)} onChange={() => onChange(turned(kind))} />
          <span>
            {t(`webhooks.kind.${kind}`)} <code>{kind}</code>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
