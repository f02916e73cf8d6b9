import { MEDIAN_CLIENTS_MIN } from "#contract/manage/overview.ts";
import { numberWords } from "../../web/ui/language/spoken-language.ts";
import { t } from "../translate.ts";
import { Chart } from "./Chart.tsx";
import { CountCells } from "./CountCells.tsx";
import type { OverviewChartProps } from "./counted-clients.ts";
import styles from "./SpansChart.module.css";

/** The median number of days that clients take between steps. */
export function SpansChart({ overview: { spans, funnel }, counted }: OverviewChartProps) {
  const invited = funnel[0]?.clients ?? 0;
  return (
    <Chart
      title={t("overview.spans")}
      what={t("overview.spans.what", { min: MEDIAN_CLIENTS_MIN })}
      head={t("overview.span")}
      measures={[t("overview.clients")]}
      further={[t("overview.medianDays")]}
    >
      <tbody>
        {spans.map(({ from, to, clients, medianDays }) => {
          const name = t("overview.span.between", {
            from: t(`overview.step.${from}`),
            to: t(`overview.step.${to}`),
          });
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              <CountCells name={name} count={clients} scale={invited} list={{ ...counted, reached: to }} />
              <td className={styles.median}>
                {medianDays === null ? (
                  <>
                    <span aria-hidden="true">–</span>
                    <span className="visually-hidden">{t("overview.tooFew")}</span>
                  </>
                ) : (
                  numberWords(medianDays)
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </Chart>
  );
}
