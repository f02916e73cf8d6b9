import type { CurrentManager, Manager } from "#contract/manage/accounts.ts";
import type { OwnerProof } from "#contract/manage/owner-proof.ts";
import { useMailSetUp } from "../mail/use-mails.ts";
import { t } from "../translate.ts";
import { GuardedAction } from "./GuardedAction.tsx";
import type { useMakePasswordLink } from "./use-managers.ts";

type PasswordLinkActsProps = {
  me: CurrentManager;
  manager: Manager;
  linking: ReturnType<typeof useMakePasswordLink>;
};

/** Makes a new password link for an account. It is emailed if mail is set up, or shown here if emails do not arrive. */
export function PasswordLinkActs({ me, manager, linking }: PasswordLinkActsProps) {
  const { managerId, state } = manager;
  const sendsMail = useMailSetUp().data?.sendsMail === true;
  const act = (linkBy: "mail" | "hand") => {
    const isThis = linking.variables?.linkBy === linkBy;
    return {
      me,
      error: isThis ? linking.error : null,
      isPending: isThis && linking.isPending,
      onProof: (proof: OwnerProof) => linking.mutate({ managerId, linkBy, ...proof }),
    };
  };
  return (
    <>
      {sendsMail && (
        <GuardedAction
          {...act("mail")}
          label={t(state === "invited" ? "managers.inviteAgain" : "managers.mailLink")}
        />
      )}
      <GuardedAction {...act("hand")} label={t("managers.newLink")} />
    </>
  );
}
