import { Link } from "wouter";
import { clientStates } from "#contract/manage/clients.ts";
import type { Overview } from "#contract/manage/overview.ts";
import { numberWords } from "../../web/ui/language/spoken-language.ts";
import { StateRing } from "../clients/StateRing.tsx";
import { listAddress } from "../clients/use-client-query.ts";
import { t } from "../translate.ts";
import { Loaded } from "../ui/Loaded.tsx";
import { PageTitle } from "../ui/PageTitle.tsx";
import { Funnel } from "./Funnel.tsx";
import styles from "./OverviewPage.module.css";
import { useOverview } from "./use-overview.ts";

/** How many clients are where, and at which question they stop. */
export function OverviewPage() {
  const query = useOverview();
  return (
    <>
      <PageTitle title={t("overview.title")} />
      <Loaded query={query} shape="overview">
        {(overview) => (
          <>
            <States counts={overview.counts} />
            <h2>{t("overview.funnel")}</h2>
            <p className={styles.what}>{t("overview.what")}</p>
            <Funnel overview={overview} />
          </>
        )}
      </Loaded>
    </>
  );
}

function States({ counts }: Pick<Overview, "counts">) {
  return (
    <ul className={styles.states} aria-label={t("overview.states")}>
      {[undefined, ...clientStates].map((state) => (
        <li key={state ?? "all"}>
          <Link to={listAddress({ state })} className={styles.state}>
            <span className={styles.count}>{numberWords(counts[state ?? "all"])}</span>{" "}
            <span className={styles.name}>
              {state && <StateRing state={state} />}
              {state === undefined ? t("rail.filter.all") : t(`clients.state.${state}`)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
