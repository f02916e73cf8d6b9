import { Button } from "../../web/ui/Button.tsx";
import { EntryPage } from "../session/EntryPage.tsx";
import { useSignOut } from "../session/use-me.ts";
import { t } from "../translate.ts";
import { SetUp } from "./SetUp.tsx";

type SetUpFirstProps = { providerName: string };

/** Whoever must have a second factor and has none does nothing else before; the server sees to that. */
export function SetUpFirst({ providerName }: SetUpFirstProps) {
  const signOut = useSignOut();
  return (
    <EntryPage providerName={providerName} title={t("secondFactor.first.title")}>
      <p>{t("secondFactor.first.why")}</p>
      <SetUp />
      <Button variant="quiet" icon="logout" busy={signOut.isPending} onClick={() => signOut.mutate()}>
        {t("shell.signOut")}
      </Button>
    </EntryPage>
  );
}
