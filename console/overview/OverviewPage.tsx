import { Link } from "wouter";
import { clientStates } from "#contract/manage/clients.ts";
import type { Overview } from "#contract/manage/overview.ts";
import { numberWords } from "../../web/ui/language/spoken-language.ts";
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
      <Loaded query={query}>
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
      {(["all", ...clientStates] as const).map((filter) => (
        <li key={filter}>
          <Link to={filter === "all" ? "/" : `/?state=${filter}`} className={styles.state}>
            <span className={styles.count}>{numberWords(counts[filter])}</span>{" "}
            {t(filter === "all" ? "clients.filter.all" : `clients.state.${filter}`)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
