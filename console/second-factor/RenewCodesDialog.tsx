import { Dialog } from "../../web/ui/Dialog.tsx";
import { t } from "../translate.ts";
import { ProofForm } from "./ProofForm.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { useFactorChanged, useRenewRecoveryCodes } from "./use-second-factor.ts";

type RenewCodesDialogProps = { onClose: () => void };

export function RenewCodesDialog({ onClose }: RenewCodesDialogProps) {
  const { data, error, isPending, mutate } = useRenewRecoveryCodes();
  const changed = useFactorChanged();
  const close = () => {
    void changed();
    onClose();
  };
  return (
    <Dialog title={t("secondFactor.renew.title")} closeLabel={t("dialog.close")} onClose={close}>
      {data ? (
        <RecoveryCodes codes={data.recoveryCodes} onKept={close} />
      ) : (
        <ProofForm
          what={t("secondFactor.renew.what")}
          action={t("secondFactor.renew.do")}
          error={error}
          isPending={isPending}
          onProof={mutate}
        />
      )}
    </Dialog>
  );
}
