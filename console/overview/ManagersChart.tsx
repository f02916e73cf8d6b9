import { t } from "../translate.ts";
import { Chart } from "./Chart.tsx";
import type { OverviewChartProps } from "./counted-clients.ts";
import { InvitedSubmittedRow } from "./InvitedSubmittedRow.tsx";

/** Invited and submitted clients by manager, most invitations first. */
export function ManagersChart({ overview: { managers }, counted }: OverviewChartProps) {
  const scale = Math.max(...managers.flatMap(({ invited, submitted }) => [invited, submitted]));
  return (
    <Chart
      title={t("overview.byManager")}
      head={t("clients.chip.manager")}
      measures={[t("overview.step.invited"), t("overview.step.submitted")]}
    >
      <tbody>
        {managers.map((row) => {
          const own = { ...counted, manager: row.managerId ?? "nobody" };
          return (
            <InvitedSubmittedRow
              key={row.managerId}
              name={row.managerName ?? t("clients.nobody")}
              row={row}
              scale={scale}
              lists={{ invited: { ...own, reached: "invited" }, submitted: { ...own, reached: "submitted" } }}
            />
          );
        })}
      </tbody>
    </Chart>
  );
}
