import { Dialog } from "../../web/ui/Dialog.tsx";
import { t } from "../translate.ts";
import { ProofForm } from "./ProofForm.tsx";
import { useTurnOffSecondFactor } from "./use-second-factor.ts";

type TurnOffDialogProps = { onClose: () => void };

export function TurnOffDialog({ onClose }: TurnOffDialogProps) {
  const { error, isPending, mutate } = useTurnOffSecondFactor();
  return (
    <Dialog title={t("secondFactor.off.title")} closeLabel={t("dialog.close")} onClose={onClose}>
      <ProofForm
        what={t("secondFactor.off.what")}
        action={t("secondFactor.off.do")}
        isDanger
        error={error}
        isPending={isPending}
        onProof={(proof) => mutate(proof, { onSuccess: onClose })}
      />
    </Dialog>
  );
}
