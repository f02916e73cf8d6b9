import type { Me } from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { Overview } from "#contract/manage/overview.ts";
import { addressOf } from "../api/call.ts";
import { t } from "../translate.ts";
import { Empty } from "../ui/Empty.tsx";
import { FileLink } from "../ui/FileLink.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { PageTitle } from "../ui/PageTitle.tsx";
import { ByManager } from "./ByManager.tsx";
import { ByWeek } from "./ByWeek.tsx";
import { Funnel } from "./Funnel.tsx";
import { OverviewFilters } from "./OverviewFilters.tsx";
import styles from "./OverviewPage.module.css";
import { Pauses } from "./Pauses.tsx";
import { Spans } from "./Spans.tsx";
import { useOverview } from "./use-overview.ts";
import { type OverviewFilter, useOverviewQuery } from "./use-overview-query.ts";

/** The overview of how far clients get, how long they take, and where they pause. */
export function OverviewPage({ me }: { me: Me }) {
  const { filter, query, change } = useOverviewQuery();
  const overview = useOverview(query);
  const isAdministrator = me.role === "administrator";
  return (
    <>
      <PageTitle
        title={t("overview.title")}
        actions={
          <FileLink href={addressOf(manageEndpoints.exportOverview, { query })}>{t("overview.csv")}</FileLink>
        }
      />
      <OverviewFilters
        isAdministrator={isAdministrator}
        filter={filter}
        shown={overview.data}
        onChange={change}
      />
      <Loaded query={overview} shape="overview">
        {(shown) => <Parts overview={shown} filter={filter} isAdministrator={isAdministrator} />}
      </Loaded>
    </>
  );
}

type PartsProps = { overview: Overview; filter: OverviewFilter; isAdministrator: boolean };

function Parts({ overview, filter, isAdministrator }: PartsProps) {
  const { manager, tag, interview } = filter;
  const counted = {
    manager,
    tag,
    interview,
    invitedFrom: overview.from ?? undefined,
    invitedTo: overview.to ?? undefined,
  };
  const invited = overview.funnel.find(({ step }) => step === "invited")?.clients ?? 0;
  if (invited === 0) {
    const isNarrow = Object.values(counted).some((each) => each !== undefined);
    return <Empty>{t(isNarrow ? "overview.noneHere" : "overview.none")}</Empty>;
  }
  return (
    <>
      <div className={styles.pair}>
        <Funnel overview={overview} counted={counted} />
        <Spans overview={overview} counted={counted} />
      </div>
      <Pauses overview={overview} counted={counted} />
      <div className={styles.pair}>
        <ByWeek overview={overview} counted={counted} />
        {isAdministrator && <ByManager overview={overview} counted={counted} />}
      </div>
    </>
  );
}
