import type { SubmitEvent } from "react";
import type { AwayStatus } from "#contract/manage/away.ts";
import { Button } from "../../web/ui/Button.tsx";
import { faultOf } from "../api/call-failure.ts";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import { PickField } from "../ui/fields/PickField.tsx";
import { BackDayField } from "./BackDayField.tsx";
import { useGoAway } from "./use-away.ts";

type HandOverFormProps = { managerId: string } & Pick<AwayStatus, "colleagues">;

/** Asks which colleague gets the clients, and until when. */
export function HandOverForm({ managerId, colleagues }: HandOverFormProps) {
  const going = useGoAway(managerId);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    going.mutate({ handTo: String(form.get("handTo")), until: String(form.get("until")) });
  };
  const options = [
    { value: "", label: t("managers.handToChoose") },
    ...colleagues.map((colleague) => ({ value: colleague.managerId, label: colleague.name })),
  ];
  const colleagueFault = faultOf(going.error, "handTo");
  const dayFault = faultOf(going.error, "until");
  return (
    <Form onSubmit={submit}>
      <PickField
        label={t("away.handTo")}
        name="handTo"
        options={options}
        error={colleagueFault && t("away.handToWrong")}
        required
      />
      <BackDayField error={going.error} />
      <ErrorMessage error={colleagueFault || dayFault ? null : going.error} />
      <Button type="submit" busy={going.isPending}>
        {t("away.submit")}
      </Button>
    </Form>
  );
}
