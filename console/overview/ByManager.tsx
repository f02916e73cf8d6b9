import { t } from "../translate.ts";
import { Both } from "./Both.tsx";
import { Chart } from "./Chart.tsx";
import type { PartProps } from "./counted-clients.ts";

/** Invited and submitted clients by manager, most invitations first. */
export function ByManager({ overview: { managers }, counted }: PartProps) {
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
            <Both
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
