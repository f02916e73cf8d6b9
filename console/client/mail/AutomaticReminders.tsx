import { useState } from "react";
import { t } from "../../translate.ts";
import { ErrorMessage } from "../../ui/ErrorMessage.tsx";
import { CheckField } from "../../ui/fields/CheckField.tsx";
import { useTurnReminders } from "./use-client-mail.ts";

type AutomaticRemindersProps = { clientId: string; getsReminders: boolean };

/** Turns the server's automatic reminders on or off. Reminders that a manager sends are not affected. */
export function AutomaticReminders({ clientId, getsReminders }: AutomaticRemindersProps) {
  const turning = useTurnReminders(clientId);
  const [wish, setWish] = useState<boolean>();
  const turn = (isOn: boolean) => {
    if (wish !== undefined) return;
    setWish(isOn);
    turning.mutate(isOn, { onSettled: () => setWish(undefined) });
  };
  return (
    <div>
      <CheckField label={t("clientMail.automatic")} checked={wish ?? getsReminders} onChange={turn} />
      <ErrorMessage error={turning.error} />
    </div>
  );
}
