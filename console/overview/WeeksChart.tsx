import type { Overview } from "#contract/manage/overview.ts";
import { dueWords } from "../clients/client-words.ts";
import { t } from "../translate.ts";
import { useNow } from "../ui/time/use-now.ts";
import { Chart } from "./Chart.tsx";
import { invitedInWeek, type OverviewChartProps } from "./counted-clients.ts";
import { InvitedSubmittedRow } from "./InvitedSubmittedRow.tsx";

/** Invited and submitted clients by week, newest first. */
export function WeeksChart({ overview: { weeks }, counted }: OverviewChartProps) {
  const now = useNow();
  const shown = fromTheFirst(weeks);
  const scale = Math.max(...weeks.flatMap(({ invited, submitted }) => [invited, submitted]));
  return (
    <Chart
      title={t("overview.byWeek")}
      head={t("overview.week")}
      measures={[t("overview.step.invited"), t("overview.step.submitted")]}
    >
      <tbody>
        {shown.toReversed().map((week) => (
          <InvitedSubmittedRow
            key={week.from}
            name={t("overview.days.both", { from: dueWords(week.from, now), to: dueWords(week.to, now) })}
            row={week}
            scale={scale}
            lists={{
              invited: { ...counted, ...invitedInWeek(week, counted) },
              submitted: { ...counted, submittedFrom: week.from, submittedTo: week.to },
            }}
          />
        ))}
      </tbody>
    </Chart>
  );
}

/** Leaves out the weeks before the first invitation, except the latest week. */
function fromTheFirst(weeks: Overview["weeks"]): Overview["weeks"] {
  return weeks.slice(weeks.findIndex(({ invited, submitted }) => invited + submitted > 0));
}
