import { type SubmitEvent, useState } from "react";
import { Button } from "../../web/ui/Button.tsx";
import { CodeField } from "../second-factor/CodeField.tsx";
import { t } from "../translate.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";
import { EntryPage } from "./EntryPage.tsx";
import { usePassSecondStep } from "./use-me.ts";

type SecondStepProps = { providerName: string; stepToken: string; onEnd: () => void };

/** Asks for the second-factor code during sign-in. */
export function SecondStep({ providerName, stepToken, onEnd }: SecondStepProps) {
  const passing = usePassSecondStep(onEnd);
  const [kind, setKind] = useState<"app" | "recovery">("app");
  const submit = (event: SubmitEvent<HTMLFormElement>) =>
    passing.mutate({ stepToken, code: String(new FormData(event.currentTarget).get("code")) });
  return (
    <EntryPage providerName={providerName} title={t("secondStep.title")}>
      <Form onSubmit={submit}>
        <CodeField kind={kind} error={passing.error} hasFocus />
        <ErrorMessage error={passing.error} />
        <Button variant="primary" type="submit" busy={passing.isPending}>
          {t("signIn.submit")}
        </Button>
        <Button variant="quiet" onClick={() => setKind(kind === "app" ? "recovery" : "app")}>
          {t(`secondFactor.instead.${kind}`)}
        </Button>
        <Button variant="quiet" onClick={onEnd}>
          {t("secondStep.back")}
        </Button>
      </Form>
    </EntryPage>
  );
}
