import type { KeyboardEvent } from "react";
import { INVITATION_WORDS_MAX_LENGTH } from "#contract/manage/bulk.ts";
import { SelectField } from "../../web/ui/fields/SelectField.tsx";
import { dateWords } from "../../web/ui/language/spoken-language.ts";
import { useMe } from "../session/use-me.ts";
import { t } from "../translate.ts";
import { DateField } from "../ui/fields/DateField.tsx";
import { TextAreaField } from "../ui/fields/TextAreaField.tsx";
import { InviteChoices } from "./InviteChoices.tsx";
import styles from "./InviteFields.module.css";
import type { InviteDraft } from "./invite-draft.ts";
import { tomorrowMorning } from "./invite-target.ts";
import { Recipients } from "./Recipients.tsx";
import type { Recipient } from "./recipient.ts";

type InviteFieldsProps = {
  step: "fields" | "preview";
  recipients: Recipient[];
  total: number;
  shownId: string;
  onShow: (clientId: string) => void;
  draft: InviteDraft;
  onDraft: (draft: InviteDraft) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** The recipients, and the fields for the text and the due date. */
export function InviteFields(props: InviteFieldsProps) {
  const { step, recipients, total, shownId, onShow, draft, onDraft, onKeyDown } = props;
  const { data: me } = useMe();
  const only = total === 1 ? recipients[0] : undefined;
  const dueOn = draft.dueOn ?? only?.dueOn ?? "";
  const morning = dateWords(tomorrowMorning(new Date()), { timeStyle: "short" });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles a shortcut of the fields inside
    <div className={styles.fields} data-step={step} onKeyDown={onKeyDown}>
      <Recipients recipients={recipients} total={total} shownId={shownId} onShow={onShow} />
      <TextAreaField
        label={t("invite.words")}
        hint={t("invite.words.hint")}
        rows={3}
        maxHeightPx={220}
        maxLength={INVITATION_WORDS_MAX_LENGTH}
        value={draft.words}
        data-autofocus=""
        onChange={(event) => onDraft({ ...draft, words: event.currentTarget.value })}
      />
      <div className={styles.pair}>
        <DateField
          label={t("invite.due")}
          {...(total > 1 && { hint: t("invite.due.hint") })}
          value={dueOn}
          onChange={(value) => onDraft({ ...draft, dueOn: value })}
        />
        <SelectField
          label={t("invite.send")}
          placeholder={t("invite.send.now")}
          options={[{ value: "tomorrow", label: t("invite.send.tomorrow", { time: morning }) }]}
          value={draft.sends === "now" ? "" : draft.sends}
          onChange={(value) => onDraft({ ...draft, sends: value === "" ? "now" : "tomorrow" })}
        />
      </div>
      <InviteChoices only={only} isForMany={total > 1} draft={draft} onDraft={onDraft} />
      {me?.role === "administrator" && (
        // opens in another tab, so that the typed text stays here
        <a href="/console/mail/words" target="_blank" rel="noreferrer" className={styles.template}>
          {t("invite.template")}
        </a>
      )}
    </div>
  );
}
