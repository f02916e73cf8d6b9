import { Link, useRoute } from "wouter";
import type { CurrentManager } from "#contract/manage/accounts.ts";
import { Button } from "../../web/ui/Button.tsx";
import { useSignOut } from "../session/use-me.ts";
import { t } from "../translate.ts";
import { Initials } from "../ui/Initials.tsx";
import styles from "./OwnAccount.module.css";

type OwnAccountProps = { me: CurrentManager; onGo?: () => void };

/** The signed-in manager, with a link to their account and a sign-out button. */
export function OwnAccount({ me, onGo = () => undefined }: OwnAccountProps) {
  const [isHere] = useRoute("/account/:tab?");
  const signOut = useSignOut();
  return (
    <div className={styles.own}>
      <Link
        to="/account"
        className={styles.account}
        aria-current={isHere ? "page" : undefined}
        title={me.name}
        onClick={onGo}
      >
        <Initials id={me.managerId} name={me.name} />
        <span className={styles.name}>
          <bdi>{me.name}</bdi>
        </span>
      </Link>
      <Button
        variant="quiet"
        size="small"
        iconOnly
        icon="logout"
        label={t("shell.signOut")}
        busy={signOut.isPending}
        onClick={() => signOut.mutate()}
      />
    </div>
  );
}
