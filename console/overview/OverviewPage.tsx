import type { CurrentManager } from "#contract/manage/accounts.ts";
import { manageEndpoints } from "#contract/manage/endpoints.ts";
import type { Overview } from "#contract/manage/overview.ts";
import { addressOf } from "../api/call.ts";
import { t } from "../translate.ts";
import { FileLink } from "../ui/links/FileLink.tsx";
import { PageTitle } from "../ui/PageTitle.tsx";
import { QueryView } from "../ui/QueryView.tsx";
import { EmptyOverview } from "./EmptyOverview.tsx";
import { FunnelChart } from "./FunnelChart.tsx";
import { ManagersChart } from "./ManagersChart.tsx";
import { OverviewFilters } from "./OverviewFilters.tsx";
import styles from "./OverviewPage.module.css";
import { PausesChart } from "./PausesChart.tsx";
import { SpansChart } from "./SpansChart.tsx";
import { useOverview } from "./use-overview.ts";
import { type OverviewFilter, useOverviewQuery } from "./use-overview-query.ts";
import { WeeksChart } from "./WeeksChart.tsx";

/** The overview of how far clients get, how long they take, and where they pause. */
export function OverviewPage({ me }: { me: CurrentManager }) {
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
      <QueryView query={overview} shape="overview">
        {(shown) => <OverviewCharts overview={shown} filter={filter} isAdministrator={isAdministrator} />}
      </QueryView>
    </>
  );
}

type OverviewChartsProps = { overview: Overview; filter: OverviewFilter; isAdministrator: boolean };

function OverviewCharts({ overview, filter, isAdministrator }: OverviewChartsProps) {
  const { manager, tag, interview } = filter;
  const counted = {
    manager,
    tag,
    interview,
    invitedFrom: overview.from ?? undefined,
    invitedTo: overview.to ?? undefined,
  };
  const invited = overview.funnel.find(({ step }) => step === "invited")?.clients ?? 0;
  if (invited === 0)
    return <EmptyOverview isNarrow={Object.values(counted).some((each) => each !== undefined)} />;
  return (
    <>
      <div className={styles.pair}>
        <FunnelChart overview={overview} counted={counted} />
        <SpansChart overview={overview} counted={counted} />
      </div>
      <PausesChart overview={overview} counted={counted} />
      <div className={styles.pair}>
        <WeeksChart overview={overview} counted={counted} />
        {isAdministrator && <ManagersChart overview={overview} counted={counted} />}
      </div>
    </>
  );
}
