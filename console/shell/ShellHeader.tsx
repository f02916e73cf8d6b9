import { Link, useRoute } from "wouter";
import type { Me } from "#contract/manage/accounts.ts";
import { Button } from "../../web/ui/Button.tsx";
import { Logo } from "../../web/ui/Logo.tsx";
import { useSignOut } from "../session/use-me.ts";
import { type MessageId, t } from "../translate.ts";
import styles from "./ShellHeader.module.css";

type ShellHeaderProps = { me: Me; providerName: string };

export function ShellHeader({ me, providerName }: ShellHeaderProps) {
  const signOut = useSignOut();
  return (
    <header className={styles.header}>
      <p className={styles.provider}>
        <Logo />
        <span>{providerName}</span>
      </p>
      <nav className={styles.places} aria-label={t("shell.places")}>
        <Place to="/" name="shell.clients" />
        <Place to="/overview" name="shell.overview" />
        <Place to="/mail" name="shell.mail" />
        {me.role === "administrator" && <Place to="/managers" name="shell.managers" />}
        {me.role === "administrator" && <Place to="/webhooks" name="shell.webhooks" />}
        {me.role === "administrator" && <Place to="/audit" name="shell.audit" />}
        {me.role === "administrator" && <Place to="/settings" name="shell.settings" />}
      </nav>
      <div className={styles.own}>
        <Link to="/account" className={styles.place}>
          {me.name}
        </Link>
        <Button
          variant="quiet"
          size="small"
          icon="logout"
          busy={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          {t("shell.signOut")}
        </Button>
      </div>
    </header>
  );
}

function Place({ to, name }: { to: string; name: MessageId }) {
  const [isHere] = useRoute(to);
  return (
    <Link to={to} className={styles.place} aria-current={isHere ? "page" : undefined}>
      {t(name)}
    </Link>
  );
}
