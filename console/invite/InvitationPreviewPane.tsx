import { type KeyboardEvent, useState } from "react";
import type { InvitationRequest } from "#contract/manage/invitations.ts";
import { numberWords } from "../../web/ui/language/spoken-language.ts";
import { MailView } from "../mail/MailView.tsx";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { SegmentedControl } from "../ui/SegmentedControl.tsx";
import { Envelope } from "./Envelope.tsx";
import styles from "./InvitationPreviewPane.module.css";
import { useInvitationPreview } from "./use-invitation.ts";

type InvitationPreviewPaneProps = {
  step: "fields" | "preview";
  clientId: string;
  request: InvitationRequest;
  /** The client's position among all recipients, counting from 1; 0 while loading. */
  place: number;
  total: number;
  name: string;
  onKeyDown: (event: KeyboardEvent) => void;
};

const FORMS = ["mail", "phone", "text"] as const;
type PreviewFormat = (typeof FORMS)[number];

/** A preview of the email to the client, in the chosen format. */
export function InvitationPreviewPane(props: InvitationPreviewPaneProps) {
  const { step, clientId, request, place, total, name, onKeyDown } = props;
  const [form, setForm] = useState<PreviewFormat>("mail");
  const { data: mail, error } = useInvitationPreview(clientId, request);
  return (
    <section
      className={styles.pane}
      data-step={step}
      aria-label={t("invite.preview")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: content longer than the screen must scroll by keyboard too
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <header className={styles.head}>
        <strong>{t("invite.preview")}</strong>
        <span className={styles.whose}>
          {place > 0 && total > 1
            ? t("invite.preview.of", { name, place: numberWords(place), total: numberWords(total) })
            : name}
        </span>
        <SegmentedControl
          label={t("invite.preview.form")}
          options={FORMS.map((each) => ({ value: each, words: t(`invite.preview.${each}`) }))}
          value={form}
          onChoose={setForm}
        />
      </header>
      <ErrorMessage error={error} />
      {mail && (
        <>
          <p className={styles.subject}>
            <span>{t("invite.subject")}</span> <strong dir="auto">{mail.subject}</strong>
          </p>
          {form === "text" ? (
            <p className={styles.text} dir="auto">
              {mail.text}
            </p>
          ) : (
            <MailView mail={mail} isNarrow={form === "phone"}>
              <Envelope mail={mail} />
            </MailView>
          )}
        </>
      )}
    </section>
  );
}
