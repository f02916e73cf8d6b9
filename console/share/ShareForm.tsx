import { useState } from "react";
import {
  type MadeShare,
  RECIPIENT_MAX_LENGTH,
  SHARE_DAYS,
  SHARE_MAX_DAYS,
  type ShareOptions,
} from "#contract/manage/shares.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import { CheckField } from "../ui/fields/CheckField.tsx";
import { PickField } from "../ui/fields/PickField.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import styles from "./ShareForm.module.css";
import { useMakeShare } from "./use-shares.ts";

type ShareFormProps = { clientId: string; onMade: (made: MadeShare) => void };

const DAYS = [7, SHARE_DAYS, 30, SHARE_MAX_DAYS];
const OPTIONS = ["followUps", "contact", "recordings"] as const satisfies (keyof ShareOptions)[];

/** Asks for the recipient, the expiration, and what the brief shows besides the answers. */
export function ShareForm({ clientId, onMade }: ShareFormProps) {
  const [options, setOptions] = useState<ShareOptions>({
    followUps: true,
    contact: false,
    recordings: false,
  });
  const making = useMakeShare(clientId);
  const make = (fields: FormData) => {
    const recipient = String(fields.get("recipient"));
    making.mutate({ recipient, days: Number(fields.get("days")), ...options }, { onSuccess: onMade });
  };
  return (
    <Form onSubmit={(event) => make(new FormData(event.currentTarget))}>
      <TextField
        label={t("share.recipient")}
        hint={t("share.recipientHint")}
        name="recipient"
        autoComplete="off"
        maxLength={RECIPIENT_MAX_LENGTH}
        required
        data-autofocus=""
      />
      <PickField
        label={t("share.days")}
        name="days"
        defaultValue={String(SHARE_DAYS)}
        options={DAYS.map((days) => ({ value: String(days), label: t("share.daysChoice", { days }) }))}
      />
      <fieldset className={styles.options}>
        <legend className={styles.legend}>{t("share.options")}</legend>
        {OPTIONS.map((name) => (
          <CheckField
            key={name}
            label={t(`share.options.${name}`)}
            checked={options[name]}
            onChange={(isOn) => setOptions({ ...options, [name]: isOn })}
          />
        ))}
      </fieldset>
      <p className={styles.hint}>{t("share.never")}</p>
      <ErrorMessage error={making.error} />
      <div>
        <Button variant="primary" type="submit" busy={making.isPending}>
          {t("share.make")}
        </Button>
      </div>
    </Form>
  );
}
