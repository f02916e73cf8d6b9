import type { Overview } from "#contract/manage/overview.ts";
import { dueWords } from "../clients/client-words.ts";
import { t } from "../translate.ts";
import { useNow } from "../ui/use-now.ts";
import { Both } from "./Both.tsx";
import { Chart } from "./Chart.tsx";
import { invitedInWeek, type PartProps } from "./counted-clients.ts";

/** Newest first. */
export function ByWeek({ overview: { weeks }, counted }: PartProps) {
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
          <Both
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

/** Without the weeks before anyone was invited. The latest week is always there. */
function fromTheFirst(weeks: Overview["weeks"]): Overview["weeks"] {
  return weeks.slice(weeks.findIndex(({ invited, submitted }) => invited + submitted > 0));
}
