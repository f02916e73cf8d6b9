import { useState } from "react";
import { Button } from "../../web/ui/Button.tsx";
import { Dialog } from "../../web/ui/Dialog.tsx";
import { t } from "../translate.ts";

type TemplateResetProps = { isBusy: boolean; onConfirm: () => void };

/** Replaces the provider's text by the built-in one, after a confirmation. */
export function TemplateReset({ isBusy, onConfirm }: TemplateResetProps) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const confirm = () => {
    close();
    onConfirm();
  };
  const actions = (
    <>
      <Button onClick={close}>{t("templates.keep")}</Button>
      <Button variant="danger" onClick={confirm}>
        {t("templates.bringBackConfirm")}
      </Button>
    </>
  );
  return (
    <>
      <Button busy={isBusy} onClick={() => setIsAsking(true)}>
        {t("templates.bringBack")}
      </Button>
      {isAsking && (
        <Dialog
          title={t("templates.bringBack")}
          closeLabel={t("dialog.close")}
          onClose={close}
          actions={actions}
        >
          <p>{t("templates.bringBackHint")}</p>
        </Dialog>
      )}
    </>
  );
}
