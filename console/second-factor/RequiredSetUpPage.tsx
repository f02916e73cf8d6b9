import { Button } from "../../web/ui/Button.tsx";
import { EntryPage } from "../session/EntryPage.tsx";
import { useSignOut } from "../session/use-me.ts";
import { t } from "../translate.ts";
import { SecondFactorSetUp } from "./SecondFactorSetUp.tsx";

type RequiredSetUpPageProps = { providerName: string };

/** Shown to managers who must set up a second factor before anything else. The server enforces this. */
export function RequiredSetUpPage({ providerName }: RequiredSetUpPageProps) {
  const signOut = useSignOut();
  return (
    <EntryPage providerName={providerName} title={t("secondFactor.first.title")}>
      <p>{t("secondFactor.first.why")}</p>
      <SecondFactorSetUp />
      <Button variant="quiet" icon="logout" busy={signOut.isPending} onClick={() => signOut.mutate()}>
        {t("shell.signOut")}
      </Button>
    </EntryPage>
  );
}
