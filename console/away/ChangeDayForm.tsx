import type { ReactNode, SubmitEvent } from "react";
import { Button } from "../../web/ui/Button.tsx";
import { faultOf } from "../api/call-failure.ts";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import styles from "./AwayPanel.module.css";
import { BackDayField } from "./BackDayField.tsx";
import { useGoAway } from "./use-away.ts";

type ChangeDayFormProps = {
  managerId: string;
  /** The ID of the colleague who has the clients, which this form does not change. */
  handTo: string;
  until: string;
  /** The button beside the submit button. */
  children: ReactNode;
};

/** Changes the day on which the clients go back. */
export function ChangeDayForm({ managerId, handTo, until, children }: ChangeDayFormProps) {
  const going = useGoAway(managerId);
  const submit = (event: SubmitEvent<HTMLFormElement>) =>
    going.mutate({ handTo, until: String(new FormData(event.currentTarget).get("until")) });
  return (
    <Form onSubmit={submit}>
      <BackDayField defaultValue={until} error={going.error} />
      <ErrorMessage error={faultOf(going.error, "until") ? null : going.error} />
      <div className={styles.buttons}>
        <Button type="submit" busy={going.isPending}>
          {t("away.changeDay")}
        </Button>
        {children}
      </div>
      <p role="status" className={styles.status}>
        {going.isSuccess && t("away.dayChanged")}
      </p>
    </Form>
  );
}
