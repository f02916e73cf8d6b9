import { ConfirmCode } from "./ConfirmCode.tsx";
import { PasswordStep } from "./PasswordStep.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { useBeginSecondFactor, useConfirmSecondFactor, useFactorChanged } from "./use-second-factor.ts";

/** Sets up a second factor: the password, then the secret and its first code, then the recovery codes. */
export function SecondFactorSetUp() {
  const beginning = useBeginSecondFactor();
  const confirming = useConfirmSecondFactor();
  const changed = useFactorChanged();
  if (confirming.data) {
    return <RecoveryCodes codes={confirming.data.recoveryCodes} onKept={() => void changed()} />;
  }
  if (beginning.data) {
    const { error, isPending, mutate } = confirming;
    return <ConfirmCode begun={beginning.data} error={error} isPending={isPending} onCode={mutate} />;
  }
  const { error, isPending, mutate } = beginning;
  return <PasswordStep error={error} isPending={isPending} onPassword={mutate} />;
}
