import type { CurrentManager } from "#contract/manage/accounts.ts";
import type { Check } from "#contract/manage/checks.ts";
import { Button } from "../../web/ui/Button.tsx";
import { t } from "../translate.ts";
import { CheckList, type ShownCheck } from "../ui/CheckList.tsx";
import { ErrorMessage } from "../ui/ErrorMessage.tsx";
import { PageTitle } from "../ui/PageTitle.tsx";
import { QueryView } from "../ui/QueryView.tsx";
import { RelativeTime } from "../ui/time/RelativeTime.tsx";
import styles from "./ServerPage.module.css";
import { failedIn, useChecks, useRepeatChecks } from "./use-checks.ts";

type ServerPageProps = { me: CurrentManager };

/** The server's checks, for administrators: the same as `firsthand doctor`. */
export function ServerPage({ me }: ServerPageProps) {
  const query = useChecks(me);
  const repeating = useRepeatChecks();
  const again = (
    <Button busy={repeating.isPending} onClick={() => repeating.mutate()}>
      {t("server.again")}
    </Button>
  );
  return (
    <>
      <PageTitle title={t("server.title")} actions={again} />
      <p className={styles.what}>{t("server.what")}</p>
      <ErrorMessage error={repeating.error} />
      <p role="status" className={styles.outcome}>
        {query.data && t("server.failed", { count: failedIn(query.data.checks) })}
      </p>
      <QueryView query={query} shape="table">
        {({ checks, checkedAt }) => (
          <>
            <CheckList name={t("server.results")} checks={worstFirst(checks).map(shown)} />
            <p className={styles.what}>
              {t("server.checked")} <RelativeTime at={checkedAt} never="" />
            </p>
          </>
        )}
      </QueryView>
    </>
  );
}

/** The server's sentences are for operators and always in English. */
function shown({ name, state, found, advice }: Check): ShownCheck {
  return {
    name: name === "ffmpeg" ? name : name.charAt(0).toUpperCase() + name.slice(1),
    outcome: state,
    outcomeWords: t(`server.state.${state}`),
    detail: advice === undefined ? found : `${found} ${advice}`,
    language: "en",
  };
}

const WORST_FIRST: readonly Check["state"][] = ["failed", "warning", "not-set-up", "ok"];

function worstFirst(checks: Check[]): Check[] {
  return checks.toSorted((one, other) => WORST_FIRST.indexOf(one.state) - WORST_FIRST.indexOf(other.state));
}
