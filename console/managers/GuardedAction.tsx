import { type SubmitEvent, useState } from "react";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import type { OwnerProof } from "#contract/manage/owner-proof.ts";
import { Button } from "../../web/ui/Button.tsx";
import { OwnerProofFields } from "../second-factor/OwnerProofFields.tsx";
import { ownerProofOf } from "../second-factor/owner-proof.ts";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { Form } from "../ui/Form.tsx";

type GuardedActionProps = {
  me: CurrentManager;
  label: string;
  error: Error | null;
  isPending: boolean;
  onProof: (proof: OwnerProof) => void;
};

/**
 * An action that gives somebody access. Its button first asks for the signed-in manager's password, if they have one.
 */
export function GuardedAction({ me, label, error, isPending, onProof }: GuardedActionProps) {
  const [isAsking, setIsAsking] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) =>
    onProof(ownerProofOf(new FormData(event.currentTarget)));
  if (!isAsking) {
    return (
      <>
        <Button busy={isPending} onClick={() => (me.hasPassword ? setIsAsking(true) : onProof({}))}>
          {label}
        </Button>
        <ErrorMessage error={error} />
      </>
    );
  }
  return (
    <Form onSubmit={submit}>
      <OwnerProofFields me={me} error={error} hasFocus />
      <ErrorMessage error={error} />
      <Button type="submit" busy={isPending}>
        {label}
      </Button>
    </Form>
  );
}
