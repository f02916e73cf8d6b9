import { type SubmitEvent, useState } from "react";
import { type MailChoices, STUCK_DAYS_MAX } from "#contract/manage/mail/mail.ts";
import { Button } from "../../web/ui/Button.tsx";
import { faultOf } from "../api/call-failure.ts";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import styles from "./MailChoicesForm.module.css";
import { stuckDaysIn } from "./stuck-days.ts";
import { useChooseMail } from "./use-mail-choices.ts";

type MailChoicesFormProps = { choices: MailChoices };

/** Chooses the emails that the signed-in manager gets. */
export function MailChoicesForm({ choices }: MailChoicesFormProps) {
  const choosing = useChooseMail();
  const [isWrong, setIsWrong] = useState(false);
  /** Clears the outcome of the last attempt when the choices change. */
  const forget = () => {
    setIsWrong(false);
    choosing.reset();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const stuckDays = stuckDaysIn(String(form.get("stuckDays")));
    setIsWrong(stuckDays === undefined);
    if (stuckDays === undefined) return;
    choosing.mutate({
      submitted: form.has("submitted"),
      answered: form.has("answered"),
      digest: form.has("digest"),
      stuckDays,
    });
  };
  const max = STUCK_DAYS_MAX;
  return (
    <Form onSubmit={submit}>
      <fieldset className={styles.choices} onChange={forget}>
        <legend>{t("account.mail.when")}</legend>
        <label className={styles.choice}>
          <input type="checkbox" name="submitted" defaultChecked={choices.submitted} />
          {t("account.mail.submitted")}
        </label>
        <label className={styles.choice}>
          <input type="checkbox" name="answered" defaultChecked={choices.answered} />
          {t("account.mail.answered")}
        </label>
        <TextField
          label={t("account.mail.stuck")}
          hint={t("account.mail.stuckHint", { max })}
          name="stuckDays"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={choices.stuckDays ?? ""}
          error={isWrong ? t("account.mail.stuckWrong", { max }) : faultOf(choosing.error, "stuckDays")}
        />
      </fieldset>
      <div className={styles.digest} onChange={forget}>
        <label className={styles.choice}>
          <input
            type="checkbox"
            name="digest"
            defaultChecked={choices.digest}
            aria-describedby="digest-hint"
          />
          {t("account.mail.digest")}
        </label>
        <p id="digest-hint" className={styles.hint}>
          {t("account.mail.digestHint")}
        </p>
      </div>
      <ErrorMessage error={choosing.error} />
      <p role="status">{choosing.isSuccess && !isWrong && t("account.mail.saved")}</p>
      <Button type="submit" busy={choosing.isPending}>
        {t("account.mail.save")}
      </Button>
    </Form>
  );
}
