import { type SubmitEvent, useState } from "react";
import type { Me } from "#contract/manage/accounts.ts";
import type { OwnerProof } from "#contract/manage/owner-proof.ts";
import { Button } from "../../web/ui/Button.tsx";
import { OwnerProofFields } from "../second-factor/OwnerProofFields.tsx";
import { ownerProofOf } from "../second-factor/owner-proof.ts";
import { Failure } from "../ui/Failure.tsx";
import { Form } from "../ui/Form.tsx";

type ProvenActProps = {
  me: Me;
  label: string;
  error: Error | null;
  isPending: boolean;
  onProof: (proof: OwnerProof) => void;
};

/**
 * An action that gives somebody access. Its button first asks for the signed-in manager's password, if they have one.
 */
export function ProvenAct({ me, label, error, isPending, onProof }: ProvenActProps) {
  const [isAsking, setIsAsking] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) =>
    onProof(ownerProofOf(new FormData(event.currentTarget)));
  if (!isAsking) {
    return (
      <>
        <Button busy={isPending} onClick={() => (me.hasPassword ? setIsAsking(true) : onProof({}))}>
          {label}
        </Button>
        <Failure error={error} />
      </>
    );
  }
  return (
    <Form onSubmit={submit}>
      <OwnerProofFields me={me} error={error} hasFocus />
      <Failure error={error} />
      <Button type="submit" busy={isPending}>
        {label}
      </Button>
    </Form>
  );
}
